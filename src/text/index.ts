// The front door of text/: pure functions on text and JSON.
export { commandWords } from './argv/command-words.ts';
export { createTextIndex, saidWords } from './flow/text-index.ts';
export type { SaidWords, TextIndex } from './flow/text-index.ts';
export { targetBuckets } from './glob/buckets.ts';
export { normalTarget } from './glob/target.ts';
export type { NormalTarget } from './glob/target.ts';
export { parseSegment } from './glob/segment.ts';
export { compileTargetGlob, isAnyTarget } from './glob/target-glob.ts';
export type { TargetGlob } from './glob/target-glob.ts';
export { gitConfigKey, parseGitConfig, readGitConfigItem, type GitConfigEntry } from './git/parse-git-config.ts';
export { filterNames, namesNoProgram, runsProgram } from './git/program-keys.ts';
export { chainHash, commit, genesisHash } from './hash/chain.ts';
export { hmacSha256Hex, newId, randomHex, sha256Hex } from './hash/hash.ts';
export { canonicalJson } from './json/canonical-json.ts';
export { checkJsonValue } from './json/check-json-value.ts';
export type { JsonTextProblem } from './json/json-problem.ts';
export { isRawNumber } from './json/json-value.ts';
export type { JsonValue, RawNumber } from './json/json-value.ts';
export { lineWords } from './argv/line-words.ts';
export { parseJson } from './json/lossless-json.ts';
export { isList, isNumber, isObject, mapMembers, own, ownObject, ownText, without } from './json/members.ts';
export { pointerGet, pointerOf } from './json/pointer.ts';
export { base64Bytes, checkMedia } from './media/check-media.ts';
export { decodePage } from './page/decode-page.ts';
export { stripHtml, titleOf } from './page/strip-html.ts';
export { layoutTable } from './plain/columns.ts';
export { counted } from './plain/counted.ts';
export { commandLine, quoteWord } from './plain/command-line.ts';
export { clipUtf8, cutHead, cutMiddle, type Cut } from './plain/cut.ts';
export { displayWidth } from './plain/display-width.ts';
export { escapeVisible } from './plain/escape-visible.ts';
export { estimateTokens } from './plain/estimate-tokens.ts';
export { foreignName } from './plain/foreign-name.ts';
export { neutraliseForModel } from './plain/neutralise.ts';
export { nearNames } from './plain/suggest.ts';
export { wrapUntrusted } from './plain/wrap-untrusted.ts';
export { loadPatterns, type Patterns } from './pattern/load-patterns.ts';
export { coerceArguments } from './schema/coerce.ts';
export { createSchemas, type Schemas } from './schema/compile.ts';
export { isSoundKeyword, soundType } from './schema/repair/keyword-shapes.ts';
export { createChanges, type Changes } from './schema/repair/changes.ts';
export { repairSchema, type SubschemaRules } from './schema/repair/repair.ts';
export { mapSubschemas } from './schema/repair/walk.ts';
export { loadPatternJudge } from './schema/usable-pattern.ts';
export { percentEncode } from './url/encode-value.ts';
export { fillSecrets, secretNames } from './url/secret-places.ts';
export { isUrlShape } from './url/is-url-shape.ts';
export { fixedOrigin, urlLayout } from './url/url-layout.ts';
export { holeText } from './url/hole-text.ts';
export { queryText } from './url/query-text.ts';
export { urlOf } from './url/url-of.ts';
export { loadShell } from './shell/load-shell.ts';
export type { ShellAnalysis, ShellPart, ShellVerdict } from './shell/judge/analysis.ts';
export { absolutePath as shellPath } from './shell/floors/places.ts';
export type { Form as ShellForm } from './shell/forms/form.ts';
export type { ShellWord } from './shell/read/script.ts';
export { asksForSecret } from './secrets/asks-for-secret.ts';
export {
  createPatternRedactor,
  createSecretPatterns,
  type SearchedText,
  type SecretPatterns,
} from './secrets/find-secrets.ts';
export { mergeSpans, replaceSpans, type SecretSpan } from './secrets/span.ts';
export { createStreamRedactor, type StreamRedactor } from './secrets/stream-redactor.ts';
export { createTextSearch, type TextSearch } from './secrets/text-search.ts';
export { decodedTexts } from './secrets/decoded-texts.ts';
