import { describe, expect, it } from 'vitest';
import { readGitConfigItem } from './parse-git-config.ts';
import { filterNames, namesNoProgram, runsProgram } from './program-keys.ts';

function entryOf(item: string) {
  const entry = readGitConfigItem(item);
  if (entry === null) throw new TypeError(`${item} is no entry.`);
  return entry;
}

describe('a git configuration runs a program', () => {
  it.each([
    'core.fsmonitor\n./evil',
    'core.fsmonitor\ntrue',
    'core.fsmonitor',
    'core.hookspath\n.hooks',
    'core.sshCommand\nsh -c x',
    'core.pager\nless',
    'pager.log\nevil',
    'core.editor\nevil',
    'core.gitProxy\nevil',
    'core.worktree\n/home/ann',
    'diff.external\nevil',
    'diff.img.textconv\nevil',
    'diff.img.command\nevil',
    'filter.LFS.x.clean\nevil',
    'filter.lfs.smudge\nevil',
    'filter.lfs.process\nevil',
    'merge.m.driver\nevil',
    'mergetool.m.cmd\nevil',
    'difftool.m.path\nevil',
    'gpg.program\nevil',
    'gpg.ssh.program\nevil',
    'gpg.ssh.defaultKeyCommand\nevil',
    'alias.st\n!evil',
    'credential.helper\n!evil',
    'credential.https://h.helper\n!evil',
    'remote.origin.uploadpack\nevil',
    'remote.origin.vcs\nevil',
    'remote.origin.promisor\ntrue',
    'remote.origin.url\next::sh -c evil',
    'extensions.partialClone\norigin',
    'url.ext::sh.insteadOf\nhttps://',
    'protocol.ext.allow\nalways',
    'submodule.x.update\n!evil',
    'sequence.editor\nevil',
    'uploadpack.packObjectsHook\nevil',
    'include.path\n../more',
    'includeIf.gitdir:/.path\n../more',
    'trailer.sign.command\nevil',
    'future.newHelper\nevil',
  ])('by %j', (item) => expect(runsProgram(entryOf(item))).toBe(true));

  it.each([
    'core.fsmonitor\nfalse',
    'core.bare\nfalse',
    'core.repositoryformatversion\n0',
    'core.filemode\ntrue',
    'user.name\nAnn',
    'remote.origin.url\nhttps://h/x.git',
    'remote.origin.url\ngit@h:x.git',
    'remote.origin.fetch\n+refs/heads/*:refs/remotes/origin/*',
    'branch.main.merge\nrefs/heads/main',
    'submodule.x.update\nrebase',
    'filter.lfs.required\ntrue',
    'diff.img.xfuncname\n^x',
    'merge.ff\nonly',
    'pull.rebase\ntrue',
    'http.proxy\nhttp://p',
  ])('not by %j', (item) => expect(runsProgram(entryOf(item))).toBe(false));
});

describe('a git configuration is known to name no program', () => {
  it.each([
    'core.bare\nfalse',
    'user.name\nAnn',
    'remote.origin.url\nhttps://h/x.git',
    'branch.a.b.merge\nrefs/heads/a.b',
  ])('by %j', (item) => expect(namesNoProgram(entryOf(item))).toBe(true));

  // The second of them names none either; it is not known.
  it.each(['core.pager\nless', 'diff.img.xfuncname\n^x', 'remote.origin.url\next::sh -c evil', 'core.x.bare\nfalse'])(
    'not by %j',
    (item) => expect(namesNoProgram(entryOf(item))).toBe(false),
  );
});

it('names each filter driver once, as it is spelled', () => {
  const entries = ['filter.LFS.clean\nx', 'filter.LFS.smudge\nx', 'filter.a=b.c.process\nx', 'core.bare\nx'].map(
    entryOf,
  );
  expect(filterNames(entries)).toEqual(['LFS', 'a=b.c']);
});
