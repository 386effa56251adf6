// Tokens are made here and not written down: programs that look for leaks would report this file.
import { describe, expect, it } from 'vitest';
import { createSecretPatterns } from './find-secrets.ts';
import { mergeSpans, replaceSpans } from './span.ts';

const patterns = createSecretPatterns();
const redact = (text: string) => replaceSpans(text, mergeSpans(patterns.find({ text, from: 0, keyOpen: false }).spans));

const alphabets = {
  hex: '0123456789abcdef',
  lower: 'abcdefghijklmnopqrstuvwxyz0123456789',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  word: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
};
let state = 42;
/** So many characters; the same in each run. */
function some(length: number, alphabet: keyof typeof alphabets = 'word'): string {
  const from = alphabets[alphabet];
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length];
  }).join('');
}
const uuid = () => `${some(8, 'hex')}-${some(4, 'hex')}-4${some(3, 'hex')}-a${some(3, 'hex')}-${some(12, 'hex')}`;

describe('tokens that a service gives a form of their own', () => {
  const forms: Readonly<Record<string, () => string>> = {
    'AWS temporary': () => `ASIA${some(16, 'upper')}`,
    'AWS session': () => `IQoJb3JpZ2lu${some(300, 'base64')}==`,
    'AWS MWS': () => `amzn.mws.${uuid()}`,
    'Google HMAC': () => `GOOG1E${some(55, 'upper')}`,
    'Azure client secret': () => `${some(3)}8Q~${some(34, 'url')}`,
    'Azure DevOps': () => `${some(76)}AZDO${some(4)}`,
    Alibaba: () => `LTAI5t${some(18)}`,
    DigitalOcean: () => `dop_v1_${some(64, 'hex')}`,
    Heroku: () => `HRKU-${uuid()}`,
    'GitHub personal': () => `ghp_${some(36)}`,
    'GitHub server': () => `ghs_${some(36)}`,
    'GitLab personal': () => `glpat-${some(20, 'url')}`,
    'GitLab trigger': () => `glptt-${some(40, 'hex')}`,
    'Slack bot': () => `xoxb-${'1'.repeat(12)}-${'2'.repeat(13)}-${some(24)}`,
    'Slack refresh': () => `xoxe-1-${some(140)}`,
    'Slack webhook': () => `https://hooks.slack.com/services/T${some(8, 'upper')}/B${some(10, 'upper')}/${some(24)}`,
    'Stripe live': () => `sk_live_${some(24)}`,
    'Stripe live, long': () => `sk_live_51${some(97)}`,
    'Shopify shared': () => `shpss_${some(32, 'hex')}`,
    'OpenAI legacy': () => `sk-${some(20)}T3BlbkFJ${some(20)}`,
    'OpenAI admin': () => `sk-admin-${some(100, 'url')}`,
    Anthropic: () => `sk-ant-api03-${some(93, 'url')}AA`,
    'Anthropic admin': () => `sk-ant-admin01-${some(93, 'url')}AA`,
    OpenRouter: () => `sk-or-v1-${some(64, 'hex')}`,
    DeepSeek: () => `sk-${some(32, 'hex')}`,
    xAI: () => `xai-${some(80)}`,
    Replicate: () => `r8_${some(37)}`,
    NVIDIA: () => `nvapi-${some(64, 'url')}`,
    Fireworks: () => `fw_${some(24)}`,
    LangSmith: () => `lsv2_pt_${some(32, 'hex')}_${some(10, 'hex')}`,
    Docker: () => `dckr_pat_${some(27, 'url')}`,
    'Vault batch': () => `hvb.${some(140, 'url')}`,
    Terraform: () => `${some(14)}.atlasv1.${some(67, 'url')}`,
    'Sentry user': () => `sntryu_${some(64, 'hex')}`,
    Dynatrace: () => `dt0c01.${some(24, 'upper')}.${some(64, 'upper')}`,
    Figma: () => `figd_${some(40, 'url')}`,
    'Twilio key': () => `SK${some(32, 'hex')}`,
    Doppler: () => `dp.pt.${some(43)}`,
    'Supabase secret': () => `sb_secret_${some(22, 'url')}_${some(8)}`,
    Render: () => `rnd_${some(28)}`,
    Netlify: () => `nfp_${some(36)}`,
    age: () => `AGE-SECRET-KEY-1${some(58, 'upper')}`,
    'Discord bot': () => `MT${some(22)}.G${some(5, 'url')}.${some(38, 'url')}`,
    Atlassian: () => `ATATT3xFfGF0${some(180, 'url')}=${some(8, 'hex').toUpperCase()}`,
    HubSpot: () => `pat-na1-${uuid()}`,
    'NATS seed': () => `SUA${some(55, 'upper')}`,
    Brevo: () => `xkeysib-${some(64, 'hex')}-${some(16)}`,
    'JSON Web Token': () => `eyJ${some(30, 'url')}.eyJ${some(900, 'url')}.${some(86, 'url')}`,
    'encrypted token': () =>
      `eyJ${some(60, 'url')}.${some(340, 'url')}.${some(16, 'url')}.${some(80, 'url')}.${some(22, 'url')}`,
    Razorpay: () => `rzp_live_${some(14)}`,
    Clojars: () => `CLOJARS_${some(60, 'lower')}`,
    Duffel: () => `duffel_test_${some(43, 'url')}`,
    Octopus: () => `API-${some(24, 'upper')}27`,
    'Defined Networking': () => `dnkey-${some(26)}-${some(52)}`,
    Ory: () => `ory_pat_${some(32)}`,
    Inngest: () => `signkey-prod-${some(64, 'hex')}`,
    ClickUp: () => `pk_${'4'.repeat(8)}_${some(32, 'upper')}`,
    MaxMind: () => `${some(6)}_${some(29)}_mmk`,
    'New Relic licence': () => `${some(36, 'hex')}NRAL`,
    Firebase: () => `AAAA${some(7)}:APA91b${some(134, 'url')}`,
    Mailchimp: () => `${some(32, 'hex')}-us12`,
    'extended private key': () => `xprv9s21ZrQH143K${some(96)}`,
    'webhook in an address': () => encodeURIComponent(`https://hooks.slack.com/services/T1234/B5678/${some(24)}`),
    'Telegram, encoded': () => `${'5'.repeat(10)}%3AAA${some(33, 'url')}`,
    'key of Gatehouse': () => `gh_${some(64, 'hex')}`,
  };
  it.each(Object.keys(forms))('%s', (name) => {
    const token = forms[name]?.() ?? '';
    for (const [before, after] of [
      ['', ''],
      ['it is ', ' and so on'],
      ['"', '",'],
      ['\u001b[1m', '\u001b[0m'],
      ['line\\n', '\\nline'],
      ['?x=', '&y=1'],
      ['(', ')'],
      ['> ', '\r\n'],
    ] as const) {
      expect(redact(before + token + after)).toMatch(
        new RegExp(`^${RegExp.escape(before)}\\[redacted: [^\\]]+\\]${RegExp.escape(after)}$`),
      );
    }
  });
});

describe('values that their surroundings say to be secret', () => {
  const v = (length = 24) => `q7${some(length)}Z`;
  const rows: readonly (readonly [before: string, value: string, after: string])[] = [
    ['{"SecretAccessKey": "', some(40, 'base64'), '", "x": 1}'],
    ['export AWS_SECRET_ACCESS_KEY=', some(40, 'base64'), ''],
    ["export DB_PASSWORD='", v(), "'"],
    ['  api_key: ', v(), ''],
    ['  - apiKey: "', v(), '"'],
    [
      'DefaultEndpointsProtocol=https;AccountName=demo;AccountKey=',
      `${some(86, 'base64')}==`,
      ';EndpointSuffix=core.windows.net',
    ],
    ['Server=db;User Id=sa;Password=', v(), ';Encrypt=true'],
    ['Driver={SQL};Uid=sa;Pwd=', v(), ';'],
    ['PGPASSWORD=', v(), ' psql -h db'],
    ['docker run -e POSTGRES_PASSWORD=', v(), ' postgres'],
    ['password = "', v(), '"'],
    ['machine example.com login me password ', v(), ''],
    ['client.login(token="', v(), '")'],
    ['const apiKey = `', v(), '`;'],
    ["config['secret_key'] = '", v(), "'"],
    ['<add key="ApiKey" value="', v(), '" />'],
    ['<apiToken>', v(), '</apiToken>'],
    ['"env":[{"name":"DB_PASSWORD","value":"', v(), '"}]'],
    ['{\\"password\\":\\"', v(), '\\"}'],
    ['secret_key_base: ', some(128, 'hex'), ''],
    ['HEROKU_API_KEY=', uuid(), ''],
    ['X-Auth-Token: ', v(), ''],
    ['Ocp-Apim-Subscription-Key: ', some(32, 'hex'), ''],
    ['Proxy-Authorization: Basic ', Buffer.from(`user:${v()}`).toString('base64'), ''],
    ['Authorization: token ', some(40, 'hex'), ''],
    ['"Authorization": "Bearer ', v(), '"'],
    ["-H 'Authorization: ApiKey ", v(), "' https://example.com"],
    ['sent with Bearer ', v(), ' to it'],
    ['Cookie: a=1; connect.sid=s%3A', v(32), '; b=2'],
    ['Set-Cookie: csrftoken=', v(30), '; Path=/'],
    ['amqp://guest:', v(), '@mq.example.com:5672/'],
    ['ftp://me:', v(), '@ftp.example.com/a'],
    ['https://user:', 'p%40ss%2Fword1', '@example.com/'],
    ['postgresql://u:', 'pa@ss1', '@db.example.com/app'],
    ['mysqldump -u root --password=', v(), ' app'],
    ["sshpass -p '", v(), "' ssh host"],
    ['docker login -u me -p ', v(), ' registry.example.com'],
    ['redis-cli -a ', v(), ' ping'],
    ['curl --user me:', v(), ' https://example.com'],
    ['https://example.com/cb?access_token=', v(), '&state=1'],
    ['https://storage.googleapis.com/b/o?X-Goog-Signature=', some(256, 'hex'), ''],
    ['password: ', 'hunter2!', ''],
    ['Authorization: AWS4-HMAC-SHA256 SignedHeaders=host, Signature=', some(64, 'hex'), ''],
    ['Authorization: Digest username="me", response="', some(32, 'hex'), '"'],
    ['aws configure set aws_secret_access_key ', some(40, 'base64'), ''],
    ['db_pass = "', 'p@ss w0rd 1x', '"'],
    ['".dockerconfigjson": "', Buffer.from('{"auths":{"r":{"auth":"eA=="}}}').toString('base64'), '"'],
    ['DB_PASS=', 'Summer2024', ''],
    ['password: "', 'Tr0ub4dor&3', '"'],
    ['{"kty":"EC","crv":"P-256","d":"', some(43, 'url'), '","x":"y"}'],
    ['DD_API_KEY=', `/${some(42, 'base64')}=`, ''],
    ['password = ', `/${some(39, 'base64')}`, ''],
    ['--api-key "', `v${some(30)}`, '"'],
    ['TOKEN=', `my${some(30)}`, ''],
    ['X_TOKEN=', 'n9aybthcsffckfrplolv', ''],
    ['ENV DB_PASSWORD ', v(), ''],
    ['setx API_TOKEN "', v(), '"'],
    ['#define API_KEY "', v(), '"'],
    ['requirepass ', v(), ''],
    ['  password ', v(), ''],
    ['const token: string = "', v(), '";'],
    ['let api_key: &str = "', v(), '";'],
    ['var apiKey string = "', v(), '"'],
    ['{"x-api-key":["', v(), '"]}'],
    ['"password": {"value": "', v(), '"}'],
    ['"user[password]": "', v(), '"'],
    ['next=%2Flogin%3Fpassword%3D', v(), '%26x%3D1'],
    ['<entry key="db.password">', v(), '</entry>'],
    ['<property name="hibernate.connection.password">', v(), '</property>'],
    ['<password><![CDATA[', v(), ']]></password>'],
    ['Your API key: ', v(), ''],
    ['Secret Access Key: ', some(40, 'base64'), ''],
    ['the password is ', v(), ' for now'],
    ['client-key-data: ', some(80, 'base64'), ''],
    ['https://', `q7${some(38)}Z`, '@github.com/o/r'],
    ['https://', `q7${some(38)}Z`, ':x-oauth-basic@github.com/o/r'],
    ['https://me:', 'q7/x+Za81/kk2Pq', '@example.com/p'],
    ['url=postgres%3A%2F%2Fapp%3A', v(), '%40db%2Fapp'],
    ['curl -u me:', 'correcthorse', ' https://example.com'],
    ['- name: DB_PASSWORD\n  value: "', v(), '"'],
    ['"name": "API_TOKEN",\n    "value": "', v(), '",'],
    ['<key>API_TOKEN</key>\n  <string>', v(), '</string>'],
    ['tls.key: ', Buffer.from(`-----BEGIN ${'PRIVATE'} KEY-----\n${some(64, 'base64')}`).toString('base64'), ''],
  ];
  it.each(rows)('%s… %#', (before, value, after) => {
    const redacted = redact(before + value + after);
    expect(redacted).not.toContain(value);
    expect(redacted.startsWith(before.slice(0, 12))).toBe(true);
    expect(redacted.endsWith(after)).toBe(true);
  });
});

describe('private keys', () => {
  const [begin, end, kind] = ['-----BEGIN ', '-----END ', `${'PRIVATE'} KEY-----`];
  const line = () => some(64, 'base64');
  const mark = '[redacted: a private key]';
  it.each<[string, string, string]>([
    ['whole', `a\n${begin}EC ${kind}\n${line()}\n${some(30)}==\n${end}EC ${kind}\nb`, `a\n${mark}\nb`],
    ['with line ends of Windows', `${begin}${kind}\r\n${line()}\r\n${end}${kind}\r\nb`, `${mark}\r\nb`],
    ['without an end', `${begin}${kind}\n${line()}\n${some(20)}\n[cut here]`, `${mark}\n[cut here]`],
    ['without a start', `b c\n${line()}\n${line()}\n${end}${kind}\nrest`, `b c\n${mark}\nrest`],
    ['as a difference', `+${begin}${kind}\n+${line()}\n+${end}${kind}\n b`, `+${mark}\n b`],
    ['numbered', `1\t${begin}${kind}\n2\t${line()}\n3\t${end}${kind}\n`, `1\t${mark}\n`],
    ['in a string', `k = "${begin}${kind}\\n${line()}\\n${end}${kind}\\n"\nb`, `k = "${mark}"\nb`],
    ['with headers', `${begin}${kind}\nProc-Type: 4,ENCRYPTED\n\n${line()}\n${end}${kind}\n`, `${mark}\n`],
    [
      'of PuTTY',
      `Public-Lines: 1\nAAAA\nPrivate-Lines: 1\n${line()}\nMAC: 01`,
      `Public-Lines: 1\nAAAA\n${mark}\nMAC: 01`,
    ],
  ])('%s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('what only looks like a secret', () => {
  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    `pk_live_${some(24)} pk_test_${some(24)}`,
    `"resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz", "shasum": "${some(40, 'hex')}"`,
    `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC${some(300, 'base64')}== me@host`,
    `-----BEGIN CERTIFICATE REQUEST-----\n${some(64, 'base64')}\n-----END CERTIFICATE REQUEST-----\n`,
    `data:image/png;base64,${some(400, 'base64')}=`,
    `01J${some(23, 'upper')} ${some(27)} ${some(21, 'url')}`,
    `${'1'.repeat(12)}-${some(32, 'lower')}.apps.googleusercontent.com`,
    'password: ${{ secrets.DB_PASSWORD }}',
    'token: {{ .Values.token }}',
    'const apiKey = process.env.API_KEY2;',
    'const token = await getToken(user1);',
    'token = req.headers["x-auth-token"]',
    'self.password = password1',
    'password: string;',
    'password: null,',
    'token_type: bearer, token_endpoint: https://login.example.com/oauth2/v2.0/token',
    '"prompt_tokens": 1234567, "completion_tokens": 42',
    'primary_key: user_id2, partition key = a1b2c3d4e5f6g7h8',
    'secretName: my-tls-secret-2',
    'secretKeyRef:\n  name: db-secret\n  key: password',
    'ssh://git@github.com/o/r.git https://user@example.com/x npm i @scope/pkg@1.2.3',
    'registry.example.com:5000/app@sha256:' + some(64, 'hex'),
    'GB82 WEST 1234 5698 7654 32 and 00:1A:2B:3C:4D:5E and 2001:db8::ff00:42:8329',
    'Bearer authentication is required. Basic authentication, too.',
    'WWW-Authenticate: Basic realm="x", Bearer error="invalid_token"',
    'Cookie: theme=dark; lang=en-GB; _ga=GA1.2.1234567890.1700000000',
    'if (pem.startsWith("-----BEGIN PRIVATE KEY-----")) return true;',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'arn:aws:secretsmanager:us-east-1:123456789012:secret:prod/db-AbCdEf',
    'secretKey: SecretKey, token === SyntaxKind.OpenBraceToken, password === confirmPassword2',
    'PWD=/work/node-v20.11.0-linux-x64/bin OLDPWD=/work/node-v20.11.0-linux-x64/lib',
    '- name: DB_PASSWORD\n  value: required\n- name: PORT\n  value: a8f3k2m9x7q1',
    'the password is required, the token is base64, the secret is sha256, since the secret key is priv+pub',
    '  password text not null\n  token   varchar2(255)\nTOKEN required',
    'const token: string = "default"; token: string = tokenOf(user1)',
    `https://${some(32, 'hex')}@o1.ingest.sentry.io/2 https://my-organization-name@dev.azure.com/x https://[::1]:8080/a@b`,
    'curl -u "$USER:$PASS" x; docker run -p 8080:80 x; curl -u user:password x',
    'ENV NODE_AUTH_TOKEN $TOKEN\nARG GITHUB_TOKEN\n#define PASSWORD_MAX 64',
    'PASSWORD_FILE=/run/secrets/db_password PRIVATE_KEY=/etc/ssl/private/server1.key',
    'password_hash_rounds = 12, pwd=/home/user1/project2',
    'The author wrote: key points, token economics, secret sauce = good.',
    'keyframes: fade1; monkey: banana2; turkey=roast3000',
    'API_KEY=your_api_key_here_1234',
    'API_KEY=changeme123',
    'token=[redacted: a GitHub token] password: [redacted: DB_PASSWORD]',
    'https://example.com/?page=2&sort=key&code=404',
    'http://localhost:8080/path@2x.png http://host:80/@user',
    'mkdir -p a1b2c3d4 && cp -p file1 /tmp/x9 && git push -u origin feature1',
    'mysql -u root -p app < dump1.sql',
    'sk_buff sk_alloc sk-SK sk-ii-essence-of-great-skin-care-for-all',
    'hf_transfer_enabled npm_lifecycle_event_handler_of_the_package gh_pages_deploy',
    'glob-pat-12345678901234567890 key-12 api-2f SG.TEST.x',
    'const tokenizer = new Tokenizer(); tokens: 128000 / secretary = "Ann1e"',
    'Signed-off-by: A <a@example.com>\nsignature: fn(a1, b2) -> c3',
    'GOOGLE is not GOOGLE_1, EAAAsy does it, LTAI, AIza',
    `<a href="/static/${some(20, 'hex')}.js?v=${some(8, 'hex')}">`,
  ])('stays byte for byte: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

it('takes a mark for no secret again', () => {
  const text = `password=${some(20)} ghp_${some(36)} Authorization: Bearer ${some(30)}`;
  const once = redact(text);
  expect(once).not.toBe(text);
  expect(redact(once)).toBe(once);
});

it.each([
  ['names', 'key='.repeat(50_000)],
  ['addresses', 'a://b:'.repeat(30_000)],
  ['quotes', 'token="'.repeat(30_000)],
  ['one run', some(200_000)],
  ['prefixes in a run', 'sk-'.repeat(70_000)],
  ['dots', 'eyJa.'.repeat(40_000)],
  ['first lines', `-----BEGIN ${'PRIVATE'} KEY-----\n`.repeat(6_000)],
  ['last lines', `${some(64, 'base64')}\n-----END ${'PRIVATE'} KEY-----\n`.repeat(2_000)],
  ['spaces', `password${' '.repeat(200_000)}`],
  ['commas', `-----BEGIN ${'PRIVATE'} KEY-----\n${`${','.repeat(4_000)}x\n`.repeat(40)}`],
  ['cookies', 'cookie: a='.repeat(20_000)],
])('is not slowed down by a text of %s', (_, text) => {
  const from = performance.now();
  redact(text);
  // A fraction of it is usual; what grows with the square takes minutes.
  expect(performance.now() - from).toBeLessThan(4_000);
});
