// Which commands bring something in from the network.
import { argumentsOf, type Form } from '../forms/form.ts';
import type { SimpleCommand } from '../read/script.ts';

const clients = new Set(
  (
    'curl curlie wget wget2 nc ncat netcat socat telnet ftp tftp sftp ssh http https httpie xh aria2c axel lynx w3m links elinks fetch ' +
    'lwp-request lwp-download GET gsutil s3cmd rclone gh glab aws dig drill host nslookup'
  ).split(' '),
);

export function isNetworkClient(form: Form): boolean {
  if (form.program === 'openssl') return argumentsOf(form).some(({ value }) => value === 's_client');
  return clients.has(form.program);
}

/** bash connects where such a file is opened. */
export function opensConnection({ redirects }: SimpleCommand): boolean {
  return redirects.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target?.value ?? ''));
}
