// The gatehouse command from source, for tests that need it as a process of its own.
import { main } from '../../src/cli.ts';

process.exitCode = await main(process.argv.slice(2));
