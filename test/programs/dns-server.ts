// A DNS server for tests: answers A and AAAA questions over UDP and TCP from a table, as the wire format of RFC 1035 wants it.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

export interface Zone {
  readonly a?: readonly string[];
  readonly aaaa?: readonly string[];
  readonly cname?: string;
  /** 2 server failure, 3 no such name, 5 refused. */
  readonly rcode?: number;
  /** Never answers, or answers with what is no DNS. */
  readonly instead?: 'silence' | 'garbage';
}

const types = { a: 1, cname: 5, aaaa: 28 } as const;
/** What fits a datagram without EDNS. */
const longestDatagram = 512;

export interface DnsServer {
  /** The names that were asked for, in lower case. */
  readonly asked: string[];
}

/** Listens on 127.0.0.1. A name that the table does not hold does not exist. */
export async function startDnsServer(port: number, zones: ReadonlyMap<string, Zone>): Promise<DnsServer> {
  const asked: string[] = [];
  const reply = (question: Buffer, most: number): Buffer | null => {
    const { name, end } = readName(question);
    asked.push(name);
    const zone = zones.get(name) ?? { rcode: 3 };
    if (zone.instead === 'silence') return null;
    if (zone.instead === 'garbage') return Buffer.concat([question.subarray(0, 2), Buffer.alloc(60, 0xff)]);
    const whole = answerTo(question.subarray(0, end + 4), zone);
    return whole.length <= most ? whole : answerTo(question.subarray(0, end + 4), {}, true);
  };
  const datagrams = createSocket('udp4');
  datagrams.on('message', (question, from) => {
    const bytes = reply(question, longestDatagram);
    if (bytes !== null) datagrams.send(bytes, from.port, from.address);
  });
  const streams = createServer((socket) => {
    let rest = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      // Both questions of a lookup come on one connection, each after its length.
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
        const end = 2 + rest.readUInt16BE(0);
        const bytes = reply(rest.subarray(2, end), 65_535);
        rest = rest.subarray(end);
        if (bytes !== null) socket.write(Buffer.concat([sizeOf(bytes), bytes]));
      }
    });
  });
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => streams.listen(port, '127.0.0.1', resolve));
  return { asked };
}

function sizeOf(bytes: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  return size;
}

function readName(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** `question` is the header and the one question. */
function answerTo(question: Buffer, zone: Zone, isTruncated = false): Buffer {
  const type = question.readUInt16BE(question.length - 4);
  const records: Buffer[] = [];
  if (zone.cname !== undefined) records.push(record(types.cname, wireName(zone.cname)));
  // The addresses of an alias are those of the name it leads to.
  const owner = zone.cname === undefined ? undefined : wireName(zone.cname);
  for (const text of type === types.a ? (zone.a ?? []) : [])
    records.push(record(types.a, Buffer.from(text.split('.').map(Number)), owner));
  for (const text of type === types.aaaa ? (zone.aaaa ?? []) : []) records.push(record(types.aaaa, ipv6(text), owner));
  const bytes = Buffer.concat([question, ...records]);
  bytes.writeUInt16BE(0x8180 | (isTruncated ? 0x0200 : 0) | (zone.rcode ?? 0), 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(records.length, 6);
  bytes.writeUInt32BE(0, 8);
  return bytes;
}

/** By default of the name in the question. */
function record(type: number, data: Buffer, owner: Buffer = Buffer.from([0xc0, 0x0c])): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(60, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, head, data]);
}

function wireName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1')),
    Buffer.from([0]),
  ]);
}

/** From the eight groups, written out. */
function ipv6(text: string): Buffer {
  return Buffer.from(
    text
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}
