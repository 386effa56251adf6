// Fetches what real oclif programs say of themselves, for the test that checks command lines against it: two files out of each pinned npm
// package, whose code is neither unpacked nor run. Without the registry that test is skipped.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root, say } from './setup.mjs';

const cache = join(root, 'node_modules', '.cache', 'gatehouse', 'oclif');
const wanted = ['package/oclif.manifest.json', 'package/package.json'];

const programs = [
  {
    spec: 'heroku@11.10.0',
    integrity: 'sha512-IY9Lt+0rVS0UC8Z11pjc4eu8evYe+xw15eteAtSt8Drv/cBLJAWSvOw+eFwNcj/seHjA3RCUs48qkzeJfcpH5w==',
  },
  {
    spec: 'balena-cli@25.2.6',
    integrity: 'sha512-clhEJ8RUyLzm9fU0ATLVgRu6xF3gQalyd5h8KSSgdOuROyTEFTF1+4f2gCjCmgzxgr3XF0Bfp65fqh6felwZEA==',
  },
  {
    spec: '@salesforce/plugin-org@7.0.2',
    integrity: 'sha512-I0hguFCTFDs0SXu2QwY8X2DT/+KvCLn0WAPkDHK8li2tnB/nVlQCpcr80PTiJqYIFUEo/9OiMWXWkB5B74PMrg==',
  },
];

export async function fetchProgramManifests() {
  for (const program of programs) {
    const folder = join(cache, program.spec.replaceAll('/', '+'));
    if (existsSync(folder)) continue;
    try {
      await fetchInto(folder, program);
    } catch (error) {
      say(`skipped: the test with the commands of ${program.spec}: ${error.message}`);
    }
  }
}

async function fetchInto(folder, { spec, integrity }) {
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, '.fetching-'));
  try {
    await npmPack(spec, work);
    const packed = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (packed === undefined) throw new Error('npm pack left no package');
    const bytes = readFileSync(join(work, packed));
    const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    if (found !== integrity) throw new Error(`the package has the checksum ${found}, and ${integrity} is expected`);
    rmSync(join(work, packed));
    for (const [path, content] of filesOf(gunzipSync(bytes, { maxOutputLength: 1 << 28 }))) {
      if (wanted.includes(path)) writeFileSync(join(work, path.slice('package/'.length)), content);
    }
    renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function npmPack(spec, destination) {
  const args = ['pack', spec, '--ignore-scripts', '--silent', '--pack-destination', destination];
  // As setup.mjs: the npm that runs us, even where PATH has another.
  const npm = process.env.npm_execpath;
  const [command, ...words] = npm ? [process.execPath, npm, ...args] : ['npm', ...args];
  const child = spawn(command, words, { cwd: destination, stdio: 'ignore', timeout: 120_000 });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`npm pack ended with ${code}`);
}

/** Path and content of each file in a tar archive. npm writes no name that needs more than the header. */
function* filesOf(tar) {
  for (let at = 0; at + 512 <= tar.length;) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const name = text(0, 100);
    if (name === '') return;
    const size = Number.parseInt(text(124, 12), 8);
    yield [name, tar.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
