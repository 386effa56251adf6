// Tokens that services give a form of their own: a prefix, an alphabet, a length. Data; `provider-rule.ts` reads it.

export interface ProviderForm {
  readonly what: string;
  /** How it begins, or what stands in it where `before` says how it begins. */
  readonly anchors: readonly string[];
  /** The rest, directly behind the anchor. Alphabets of neighbours do not overlap: so it is matched in linear time. */
  readonly rest: RegExp;
  /** What stands directly before the anchor. */
  readonly before?: RegExp;
  /** Not without a digit: a word of letters may begin the same way. */
  readonly wantsDigit?: true;
  /** Letters and digits go on before it, such as `bot` before a Telegram token. */
  readonly joined?: true;
}

/** Sticky, and with a bound on what is looked at: a longer one is followed to its end once it is known. */
const word = (least: number) => new RegExp(`[\\w-]{${least},1024}`, 'y');
const alnum = (least: number) => new RegExp(`[A-Za-z0-9]{${least},1024}(?![A-Za-z0-9])`, 'y');
const hex = (length: number) => new RegExp(`[0-9a-fA-F]{${length}}(?![0-9a-zA-Z])`, 'y');
const base64 = (least: number) => new RegExp(`[\\w+/-]{${least},1024}={0,2}`, 'y');
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy;
const webAddress = /https?(?::\/\/|%3a%2f%2f)[\w.-]*$/i;

const clouds = (): readonly ProviderForm[] => [
  {
    what: 'an AWS access key',
    anchors: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    // The one that the documentation of AWS uses ends with EXAMPLE.
    rest: /(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}(?![A-Za-z0-9])/y,
  },
  { what: 'an AWS session token', anchors: ['IQoJb3JpZ2lu', 'FwoGZXIvYXdz', 'FQoGZXIvYXdz'], rest: base64(60) },
  { what: 'an AWS key for Bedrock', anchors: ['ABSK', 'bedrock-api-key-'], rest: base64(80) },
  { what: 'an AWS MWS token', anchors: ['amzn.mws.'], rest: uuid },
  { what: 'a Google API key', anchors: ['AIza'], rest: word(30) },
  { what: 'a Google client secret', anchors: ['GOCSPX-'], rest: word(20) },
  { what: 'a Google access token', anchors: ['ya29.'], rest: /[\w.-]{20,1024}/y },
  { what: 'a Google refresh token', anchors: ['1//0', '1%2F%2F0'], rest: word(30) },
  { what: 'a Google HMAC key', anchors: ['GOOG1', 'GOOG'], rest: /[A-Z0-9]{19,60}(?![A-Za-z0-9])/y, wantsDigit: true },
  {
    what: 'an Azure client secret',
    anchors: ['0Q~', '1Q~', '2Q~', '3Q~', '4Q~', '5Q~', '6Q~', '7Q~', '8Q~', '9Q~'],
    before: /[\w~.-]{3}$/,
    rest: /[\w~.-]{31,34}/y,
    joined: true,
  },
  {
    what: 'an Azure DevOps token',
    anchors: ['AZDO'],
    before: /[A-Za-z0-9]{76}$/,
    rest: /[A-Za-z0-9]{4}(?![A-Za-z0-9])/y,
    joined: true,
  },
  { what: 'an Azure key', anchors: ['JQQJ99'], before: /[A-Za-z0-9]{52}$/, rest: alnum(20), joined: true },
  { what: 'an Alibaba key', anchors: ['LTAI'], rest: /[A-Za-z0-9]{16,26}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'a Tencent key', anchors: ['AKID'], rest: /[A-Za-z0-9]{32}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'a DigitalOcean token', anchors: ['dop_v1_', 'doo_v1_', 'dor_v1_'], rest: hex(64) },
  { what: 'a Heroku token', anchors: ['HRKU-'], rest: word(30) },
  { what: 'a Fly token', anchors: ['FlyV1 fm1_', 'FlyV1 fm2_', 'fm1r_', 'fm2_', 'fm1_'], rest: /[\w+/=,-]{40,1024}/y },
  { what: 'a Fly token', anchors: ['fo1_'], rest: word(40) },
  { what: 'a Render key', anchors: ['rnd_'], rest: alnum(24) },
  { what: 'a Netlify token', anchors: ['nfp_', 'nfc_', 'nfo_', 'nfu_'], rest: alnum(32) },
  { what: 'a Vercel token', anchors: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'vercel_blob_rw_'], rest: word(24) },
  { what: 'a Cloudflare key', anchors: ['v1.0-'], rest: /[0-9a-f]{24}-[0-9a-f]{100,200}/y },
  { what: 'a Cloudflare token', anchors: ['cfut_', 'cfat_', 'cfk_'], rest: word(30) },
  { what: 'a Tailscale key', anchors: ['tskey-'], rest: word(16) },
  { what: 'a PlanetScale token', anchors: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], rest: /[\w=.-]{30,1024}/y },
  { what: 'a Supabase token', anchors: ['sbp_'], rest: alnum(40) },
  { what: 'a Supabase key', anchors: ['sb_secret_'], rest: word(20) },
  { what: 'a Neon key', anchors: ['napi_'], rest: alnum(40) },
  { what: 'a Databricks token', anchors: ['dapi', 'dkea', 'dose'], rest: /[0-9a-f]{32}(?:-\d)?(?![0-9a-zA-Z])/y },
];

const vaults = (): readonly ProviderForm[] => [
  { what: 'a Vault token', anchors: ['hvs.', 'hvb.', 'hvr.'], rest: word(24) },
  {
    what: 'a Terraform token',
    anchors: ['.atlasv1.'],
    before: /[A-Za-z0-9]{14}$/,
    rest: word(50),
    joined: true,
  },
  { what: 'a Pulumi token', anchors: ['pul-'], rest: hex(40) },
  {
    what: 'a Doppler token',
    anchors: ['dp.pt.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.', 'dp.st.'],
    rest: /[\w.-]{40,200}/y,
  },
  { what: 'a 1Password token', anchors: ['ops_eyJ'], rest: base64(100) },
  { what: 'an OpenShift token', anchors: ['sha256~'], rest: word(40) },
  { what: 'an age key', anchors: ['AGE-SECRET-KEY-'], rest: /[A-Z0-9-]{50,2048}/y },
  // Base32 of a seed begins with S and the kind of key.
  { what: 'a NATS seed', anchors: ['SUA', 'SAA', 'SOA', 'SNA', 'SCA', 'SXA'], rest: /[A-Z2-7]{55}(?![A-Za-z0-9])/y },
];

const code = (): readonly ProviderForm[] => [
  { what: 'a GitHub token', anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], rest: alnum(30) },
  { what: 'a GitHub token', anchors: ['github_pat_'], rest: word(30) },
  {
    what: 'a GitLab token',
    anchors: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glffct-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glwt-',
      'GR1348941',
    ],
    rest: /[\w-]{16,1024}(?:\.[\w-]{1,100}){0,4}/y,
  },
  { what: 'an Atlassian token', anchors: ['ATATT3', 'ATCTT3'], rest: /[\w=-]{60,1024}/y },
  { what: 'a Bitbucket password', anchors: ['ATBB'], rest: alnum(20), wantsDigit: true },
  { what: 'an npm token', anchors: ['npm_'], rest: alnum(30) },
  { what: 'a PyPI token', anchors: ['pypi-'], rest: word(50) },
  { what: 'a RubyGems key', anchors: ['rubygems_'], rest: hex(48) },
  { what: 'a NuGet key', anchors: ['oy2'], rest: /[a-z0-9]{43}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'a crates.io token', anchors: ['cio'], rest: /[A-Za-z0-9]{32}(?![A-Za-z0-9])/y },
  { what: 'a Docker token', anchors: ['dckr_pat_', 'dckr_oat_'], rest: word(20) },
  { what: 'a JFrog token', anchors: ['AKCp'], rest: alnum(60) },
  { what: 'a JFrog token', anchors: ['cmVmdGtuO'], rest: alnum(40) },
  { what: 'a CircleCI token', anchors: ['CCIPAT_', 'CCIPRJ_'], rest: word(30) },
  { what: 'a Buildkite token', anchors: ['bkua_'], rest: alnum(40) },
  { what: 'a Sonar token', anchors: ['sqp_', 'squ_', 'sqa_'], rest: hex(40) },
  { what: 'a Sourcegraph token', anchors: ['sgp_'], rest: /(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}/y },
  { what: 'a Sentry token', anchors: ['sntrys_', 'sntryu_', 'sntryi_'], rest: base64(40) },
  { what: 'a Postman key', anchors: ['PMAK-'], rest: /[0-9a-f]{24}-[0-9a-f]{34}/y },
  { what: 'a Postman key', anchors: ['PMAT-'], rest: alnum(26) },
  { what: 'a Prefect key', anchors: ['pnu_', 'pnb_'], rest: alnum(36) },
  { what: 'a Snyk token', anchors: ['snyk_uat.', 'snyk_sat.'], rest: /[\w.-]{30,1024}/y },
];

const models = (): readonly ProviderForm[] => [
  { what: 'an Anthropic key', anchors: ['sk-ant-'], rest: word(20) },
  { what: 'an OpenAI key', anchors: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-', 'sess-'], rest: word(32) },
  { what: 'an OpenRouter key', anchors: ['sk-or-v1-', 'sk-or-'], rest: alnum(32) },
  { what: 'an API key', anchors: ['sk-lf-', 'sk-'], rest: /[A-Za-z0-9-]{20,1024}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'an xAI key', anchors: ['xai-'], rest: alnum(40) },
  { what: 'a Hugging Face token', anchors: ['hf_', 'api_org_'], rest: alnum(30) },
  { what: 'a Groq key', anchors: ['gsk_'], rest: alnum(30) },
  { what: 'a Cerebras key', anchors: ['csk-'], rest: alnum(40) },
  { what: 'a Perplexity key', anchors: ['pplx-'], rest: alnum(30) },
  { what: 'a Replicate token', anchors: ['r8_'], rest: alnum(30) },
  { what: 'a Pinecone key', anchors: ['pcsk_'], rest: word(30) },
  { what: 'an NVIDIA key', anchors: ['nvapi-'], rest: word(40) },
  { what: 'a Fireworks key', anchors: ['fw_'], rest: alnum(20), wantsDigit: true },
  { what: 'a Together key', anchors: ['tgp_v1_'], rest: word(30) },
  { what: 'a LangSmith key', anchors: ['lsv2_pt_', 'lsv2_sk_', 'ls__'], rest: /[0-9a-f]{32}(?:_[0-9a-f]{10})?/y },
  { what: 'a Weights & Biases key', anchors: ['wandb_v1_'], rest: word(30) },
  { what: 'a Jina key', anchors: ['jina_'], rest: word(40) },
  { what: 'a Tavily key', anchors: ['tvly-'], rest: word(20), wantsDigit: true },
  { what: 'a Firecrawl key', anchors: ['fc-'], rest: hex(32) },
  { what: 'a Voyage key', anchors: ['pa-'], rest: word(40) },
  { what: 'an E2B key', anchors: ['e2b_'], rest: hex(40) },
  { what: 'a Brave key', anchors: ['BSA'], rest: /[\w-]{27,29}(?![\w-])/y, wantsDigit: true },
  { what: 'an ElevenLabs key', anchors: ['sk_'], rest: hex(48) },
];

const messages = (): readonly ProviderForm[] => [
  {
    what: 'a Slack token',
    anchors: [
      'xoxa-',
      'xoxb-',
      'xoxc-',
      'xoxd-',
      'xoxe-',
      'xoxo-',
      'xoxp-',
      'xoxr-',
      'xoxs-',
      'xoxe.xoxb-',
      'xoxe.xoxp-',
    ],
    rest: /[\w%./+=-]{10,1024}/y,
    wantsDigit: true,
  },
  { what: 'a Slack token', anchors: ['xapp-', 'xwfp-'], rest: word(20), wantsDigit: true },
  {
    what: 'a webhook address',
    anchors: [
      'hooks.slack.com/services/',
      'hooks.slack.com/workflows/',
      'hooks.slack.com/triggers/',
      'discord.com/api/webhooks/',
      'discordapp.com/api/webhooks/',
      '.webhook.office.com/',
      'outlook.office.com/webhook/',
      'hooks.zapier.com/hooks/catch/',
      'chat.googleapis.com/v1/spaces/',
      'hook.eu1.make.com/',
      'maker.ifttt.com/trigger/',
      // As a parameter of another address.
      'hooks.slack.com%2Fservices%2F',
      'hooks.slack.com%2Fworkflows%2F',
      'hooks.slack.com%2Ftriggers%2F',
      'discord.com%2Fapi%2Fwebhooks%2F',
      'discordapp.com%2Fapi%2Fwebhooks%2F',
      '.webhook.office.com%2F',
      'hooks.zapier.com%2Fhooks%2Fcatch%2F',
    ],
    before: webAddress,
    rest: /[\w%.~/@+-]{16,1000}(?:\?[\w%.~/@=&+-]{0,500})?/y,
    wantsDigit: true,
    joined: true,
  },
  {
    what: 'a Telegram token',
    anchors: [':AA', '%3AAA'],
    before: /\d{8,10}$/,
    rest: /[\w-]{30,38}(?![\w-])/y,
    joined: true,
  },
  { what: 'a Discord token', anchors: ['mfa.'], rest: word(80) },
];

const money = (): readonly ProviderForm[] => [
  {
    what: 'a Stripe key',
    anchors: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_'],
    rest: alnum(16),
  },
  { what: 'a webhook secret', anchors: ['whsec_'], rest: base64(20) },
  { what: 'a Square token', anchors: ['EAAA'], rest: word(50), wantsDigit: true },
  { what: 'a Square token', anchors: ['sq0atp-', 'sq0csp-', 'sq0idp-'], rest: word(20) },
  { what: 'a Shopify token', anchors: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'], rest: hex(32) },
  {
    what: 'a Braintree token',
    anchors: ['access_token$production$', 'access_token$sandbox$'],
    rest: /[0-9a-z]{16}\$[0-9a-f]{32}/y,
  },
  { what: 'a Plaid token', anchors: ['access-production-', 'access-sandbox-', 'access-development-'], rest: uuid },
  { what: 'a Flutterwave key', anchors: ['FLWSECK-', 'FLWSECK_TEST-'], rest: alnum(12) },
  { what: 'an EasyPost key', anchors: ['EZAK', 'EZTK'], rest: alnum(54) },
  { what: 'a SendGrid key', anchors: ['SG.'], rest: /[\w-]{16,32}\.[\w-]{30,64}/y },
  { what: 'a Mailgun key', anchors: ['key-'], rest: hex(32) },
  {
    what: 'a Mailchimp key',
    anchors: ['-us'],
    before: /(?<![0-9a-f])[0-9a-f]{32}$/,
    rest: /\d{1,2}(?!\w)/y,
    joined: true,
  },
  { what: 'a Brevo key', anchors: ['xkeysib-', 'xsmtpsib-'], rest: word(60) },
  { what: 'a Resend key', anchors: ['re_'], rest: /[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}(?!\w)/y },
  { what: 'a Twilio key', anchors: Array.from('0123456789abcdef', (digit) => `SK${digit}`), rest: hex(31) },
];

const watching = (): readonly ProviderForm[] => [
  { what: 'a New Relic key', anchors: ['NRAK-', 'NRAA-', 'NRII-', 'NRIQ-', 'NRRA-', 'NRSP-'], rest: /[\w-]{20,64}/y },
  { what: 'a Grafana token', anchors: ['glsa_'], rest: /[A-Za-z0-9]{32}_[0-9a-fA-F]{8}/y },
  { what: 'a Grafana token', anchors: ['glc_'], rest: base64(32) },
  {
    what: 'a Dynatrace token',
    anchors: ['dt0c01.', 'dt0s01.', 'dt0s02.', 'dt0s16.'],
    rest: /[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y,
  },
  { what: 'a Honeycomb key', anchors: ['hcaik_', 'hcbik_', 'hcamk_'], rest: alnum(30) },
  { what: 'a PostHog key', anchors: ['phx_', 'phs_'], rest: alnum(30) },
  { what: 'an Axiom token', anchors: ['xaat-', 'xapt-'], rest: uuid },
  { what: 'a LaunchDarkly key', anchors: ['sdk-', 'api-', 'mob-'], rest: uuid },
  { what: 'a HubSpot token', anchors: ['pat-na1-', 'pat-na2-', 'pat-eu1-', 'pat-ap1-'], rest: uuid },
];

const work = (): readonly ProviderForm[] => [
  { what: 'a Linear key', anchors: ['lin_api_', 'lin_oauth_', 'lin_wh_'], rest: alnum(30) },
  { what: 'a Notion token', anchors: ['ntn_'], rest: alnum(40) },
  { what: 'a Notion token', anchors: ['secret_'], rest: /[A-Za-z0-9]{43}(?![A-Za-z0-9])/y },
  { what: 'an Airtable token', anchors: ['pat'], rest: /[A-Za-z0-9]{14}\.[0-9a-f]{64}/y },
  { what: 'a Figma token', anchors: ['figd_', 'figo_', 'figu_'], rest: word(30) },
  { what: 'a Dropbox token', anchors: ['sl.'], rest: word(100) },
  { what: 'a Facebook token', anchors: ['EAA'], rest: /[A-Za-z0-9]{90,1024}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'a Twitter token', anchors: ['AAAAAAAAAAAAAAAAAAAAA'], rest: /[A-Za-z0-9]{4,40}%[A-Za-z0-9%]{40,200}/y },
  { what: 'a Twitch token', anchors: ['oauth:'], rest: /[a-z0-9]{30}(?![A-Za-z0-9])/y },
  { what: 'a Contentful token', anchors: ['CFPAT-'], rest: word(40) },
  { what: 'a Typeform token', anchors: ['tfp_'], rest: word(40) },
  { what: 'an Adafruit key', anchors: ['aio_'], rest: alnum(28) },
  { what: 'a Shippo token', anchors: ['shippo_live_', 'shippo_test_'], rest: hex(40) },
  { what: 'a Mapbox token', anchors: ['sk.eyJ'], rest: /[\w-]{20,200}\.[\w-]{20,40}/y },
  { what: 'a Razorpay key', anchors: ['rzp_live_', 'rzp_test_'], rest: alnum(14) },
  { what: 'a Clojars token', anchors: ['CLOJARS_'], rest: /[0-9a-z]{60}/y },
  { what: 'a Duffel token', anchors: ['duffel_live_', 'duffel_test_'], rest: word(40) },
  { what: 'a Frame.io token', anchors: ['fio-u-'], rest: word(60) },
  { what: 'an Intra token', anchors: ['s-s4t2ud-', 's-s4t2af-'], rest: hex(64) },
  { what: 'a ReadMe key', anchors: ['rdme_'], rest: /[a-z0-9]{70}/y },
  { what: 'a Scalingo token', anchors: ['tk-us-'], rest: word(48) },
  { what: 'a Yandex key', anchors: ['AQVN'], rest: /[\w-]{35,38}(?![\w-])/y, wantsDigit: true },
  { what: 'a Yandex token', anchors: ['y0_'], rest: word(40), wantsDigit: true },
  { what: 'an Adobe secret', anchors: ['p8e-'], rest: /[a-z0-9]{32}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'an Infracost key', anchors: ['ico-'], rest: /[A-Za-z0-9]{32}(?![A-Za-z0-9])/y, wantsDigit: true },
];

const platforms = (): readonly ProviderForm[] => [
  { what: 'an Octopus key', anchors: ['API-'], rest: /[A-Z0-9]{25,32}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'a Lichess token', anchors: ['lip_'], rest: /[A-Za-z0-9]{20}(?![A-Za-z0-9])/y, wantsDigit: true },
  { what: 'a Polar token', anchors: ['polar_oat_', 'polar_pat_'], rest: alnum(30) },
  { what: 'a Defined Networking key', anchors: ['dnkey-'], rest: word(60) },
  {
    what: 'a Trigger.dev key',
    anchors: ['tr_dev_', 'tr_prod_', 'tr_stg_', 'tr_pat_'],
    rest: alnum(20),
    wantsDigit: true,
  },
  { what: 'an Inngest key', anchors: ['signkey-prod-', 'signkey-test-'], rest: hex(64) },
  { what: 'an Ory token', anchors: ['ory_pat_', 'ory_at_', 'ory_rt_', 'ory_st_'], rest: /[\w.-]{32,1024}/y },
  { what: 'a ClickUp token', anchors: ['pk_'], rest: /\d{6,9}_[A-Z0-9]{32}(?![A-Za-z0-9])/y },
  { what: 'a Sourcegraph token', anchors: ['slk_'], rest: hex(64) },
  { what: 'an Instagram token', anchors: ['IGQV'], rest: word(90) },
  { what: 'a LinkedIn secret', anchors: ['WPL_AP1.'], rest: /[\w+/.-]{16,64}={0,2}/y },
  {
    what: 'a MaxMind key',
    anchors: ['_mmk'],
    before: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/,
    rest: /(?![A-Za-z0-9_])/y,
    joined: true,
  },
  {
    what: 'a New Relic key',
    anchors: ['NRAL'],
    before: /(?<![0-9a-f])[0-9a-f]{36}$/,
    rest: /(?![A-Za-z0-9_])/y,
    joined: true,
  },
  { what: 'a Firebase key', anchors: [':APA91b'], before: /[\w-]{11}$/, rest: word(100), joined: true },
  { what: 'an extended private key', anchors: ['xprv9', 'yprv', 'zprv'], rest: alnum(100) },
  { what: 'a Convex key', anchors: ['prod:', 'dev:'], rest: /[a-z]+-[a-z]+-\d{1,4}\|[\w+/=]{40,1024}/y },
  { what: 'a token of Gatehouse', anchors: ['gh_'], rest: /[0-9a-f]{64}/y },
];

/** Made anew for each who asks: a hundred expressions that most processes never need. */
export function providerForms(): readonly ProviderForm[] {
  return [clouds, vaults, code, models, messages, money, watching, work, platforms].flatMap((group) => group());
}
