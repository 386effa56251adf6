// Front door of the surfaces: how the command line is started. Its commands bring the other surfaces when they need them.
export { runCommandLine } from './cli/run-command-line.ts';
