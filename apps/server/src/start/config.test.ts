import { expect, test } from 'vitest'

import { parseConfig } from './config.ts'

test('an empty environment gives the documented defaults', () => {
  expect(parseConfig({}, '/srv/basalt')).toMatchObject({
    mode: 'platform',
    host: '127.0.0.1',
    port: 4400,
    dataDir: '/srv/basalt/.basalt',
    publicUrl: 'http://localhost:4400',
    trustedProxies: [],
    allowedNetworks: [],
    supportEmail: 'support@localhost',
    development: false,
  })
})

test('a public address sets a support address, and trusts a proxy on this machine', () => {
  const env = { BASALT_PUBLIC_URL: 'https://basalt.example:8443' }
  expect(parseConfig(env, '/')).toMatchObject({
    trustedProxies: ['127.0.0.0/8', '::1'],
    supportEmail: 'support@basalt.example',
  })
  const named = { ...env, BASALT_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1' }
  expect(parseConfig(named, '/').trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.1'])
  const chosen = { ...env, BASALT_SUPPORT_EMAIL: 'help@acme.example' }
  expect(parseConfig(chosen, '/').supportEmail).toBe('help@acme.example')
})

test('a receiver of traces gets a tenth of them, or the share that is set', () => {
  const BASALT_OTLP_URL = 'https://traces.example/otlp'
  expect(parseConfig({}, '/').otlp).toBeNull()
  expect(parseConfig({ BASALT_OTLP_SAMPLE: '1' }, '/').otlp).toBeNull()
  expect(parseConfig({ BASALT_OTLP_URL }, '/').otlp).toEqual({ url: BASALT_OTLP_URL, sample: 0.1 })
  expect(parseConfig({ BASALT_OTLP_URL, BASALT_OTLP_SAMPLE: '1' }, '/').otlp?.sample).toBe(1)
})

test.each([
  [{ BASALT_PORT: 'abc' }, 'BASALT_PORT must be a port from 1 to 65535, not "abc".'],
  [{ BASALT_PORT: '70000' }, 'BASALT_PORT must be a port from 1 to 65535'],
  [{ BASALT_MODE: 'hosted' }, 'BASALT_MODE must be platform or self-hosted, not "hosted".'],
  [{ BASALT_PUBLIC_URL: 'ftp://x' }, 'BASALT_PUBLIC_URL must be a URL that begins with http://'],
  [{ BASALT_TELEMETRY_URL: 'events.example' }, 'BASALT_TELEMETRY_URL must be a URL'],
  [{ BASALT_DISCUSSIONS_URL: 'irc://forum' }, 'BASALT_DISCUSSIONS_URL must be a URL'],
  [{ BASALT_OTLP_URL: 'grpc://receiver' }, 'BASALT_OTLP_URL must be a URL'],
  [{ BASALT_OTLP_SAMPLE: '2' }, 'BASALT_OTLP_SAMPLE must be a share from 0 to 1, not "2".'],
  [{ BASALT_OTLP_SAMPLE: 'all' }, 'BASALT_OTLP_SAMPLE must be a share from 0 to 1'],
  [{ BASALT_SMTP_URL: 'mail.example' }, 'BASALT_SMTP_URL must be a URL'],
  [{ BASALT_SECRET_KEY: 'short' }, 'BASALT_SECRET_KEY must have at least 32 characters'],
  [{ BASALT_PROJECT_DATABASE_URL: 'postgres://h/d' }, 'requires BASALT_MODE=self-hosted'],
  [
    { BASALT_DISABLED_FEATURES: 'billing:all, nope' },
    'BASALT_DISABLED_FEATURES contains "nope", which is not a feature that can be switched off.',
  ],
  [
    { BASALT_TRUSTED_PROXIES: '10.0.0.0/33' },
    'contains "10.0.0.0/33", which is not an address or a network',
  ],
  [{ BASALT_TRUSTED_PROXIES: 'proxy' }, 'contains "proxy", which is not an address or a network'],
  [{ BASALT_SUPPORT_EMAIL: 'help' }, 'BASALT_SUPPORT_EMAIL must be an email address, not "help".'],
  [{ BASALT_PROT: '1' }, 'BASALT_PROT is not a known setting.'],
  [{ BASALT_GITHUB_CLIENT_ID: 'x' }, 'must be set together'],
  [{ BASALT_AI_BASE_URL: 'http://127.0.0.1:11434/v1' }, 'BASALT_AI_MODEL must be set together'],
  [{ BASALT_AI_MODEL: 'qwen3' }, 'BASALT_AI_BASE_URL and BASALT_AI_MODEL must be set together'],
  [{ BASALT_AI_API_KEY: 'sk' }, 'BASALT_AI_API_KEY requires BASALT_AI_BASE_URL'],
  [
    { BASALT_AI_BASE_URL: 'ollama', BASALT_AI_MODEL: 'qwen3' },
    'BASALT_AI_BASE_URL must be a URL that begins with http:// or https://.',
  ],
  [
    { BASALT_AI_BASE_URL: 'https://me:pw@ai.test', BASALT_AI_MODEL: 'm', BASALT_AI_API_KEY: 'k' },
    'Set either BASALT_AI_API_KEY or a password in BASALT_AI_BASE_URL',
  ],
  [{ BASALT_STRIPE_SECRET_KEY: 'sk' }, 'BASALT_STRIPE_WEBHOOK_SECRET must be set together'],
  [{ BASALT_STRIPE_WEBHOOK_SECRET: 'wh' }, 'must be set together'],
  [
    {
      BASALT_MODE: 'self-hosted',
      BASALT_STRIPE_SECRET_KEY: 'sk',
      BASALT_STRIPE_WEBHOOK_SECRET: 'wh',
    },
    'BASALT_STRIPE_SECRET_KEY requires BASALT_MODE=platform.',
  ],
  [{ BASALT_MODE: 'self-hosted', BASALT_HOST: '0.0.0.0' }, 'set BASALT_ADMIN_PASSWORD first'],
  [
    { BASALT_MODE: 'self-hosted', BASALT_PUBLIC_URL: 'https://basalt.example' },
    'BASALT_PUBLIC_URL=https://basalt.example allows connections from other machines: set BASALT_ADMIN_PASSWORD',
  ],
])('%j is refused with an instruction', (env, message) => {
  expect(() => parseConfig(env, '/')).toThrow(message)
})

test('a password inside a wrong URL is not repeated', () => {
  const parse = () => parseConfig({ BASALT_SYSTEM_DATABASE_URL: 'mysql://root:hunter2@db' }, '/')
  expect(parse).toThrow('BASALT_SYSTEM_DATABASE_URL')
  expect(parse).not.toThrow('hunter2')
})

test('features to switch off are a comma-separated list', () => {
  const config = parseConfig({ BASALT_DISABLED_FEATURES: 'billing:all, logs:all,' }, '/')
  expect(config.disabledFeatures).toEqual(['billing:all', 'logs:all'])
})

test('all faults are reported at once', () => {
  const parse = () => parseConfig({ BASALT_PORT: 'x', BASALT_MODE: 'y' }, '/')
  expect(parse).toThrow(/BASALT_MODE[\s\S]*BASALT_PORT|BASALT_PORT[\s\S]*BASALT_MODE/u)
})

test('without a destination no data leaves the machine; a forum is only a link', () => {
  expect(parseConfig({}, '/')).toMatchObject({ telemetryUrl: null, discussionsUrl: null })
  const env = {
    BASALT_TELEMETRY_URL: 'https://events.example/in?key=1',
    BASALT_DISCUSSIONS_URL: 'https://forum.example/',
  }
  expect(parseConfig(env, '/')).toMatchObject({
    telemetryUrl: 'https://events.example/in?key=1',
    discussionsUrl: 'https://forum.example',
  })
})

test('the model of the assistant is an address and a name, with an optional key', () => {
  const env = { BASALT_AI_BASE_URL: 'http://127.0.0.1:11434/v1/', BASALT_AI_MODEL: 'qwen3:8b' }
  const model = { baseUrl: 'http://127.0.0.1:11434/v1', name: 'qwen3:8b' }
  expect(parseConfig({}, '/').model).toBeNull()
  expect(parseConfig(env, '/').model).toEqual({ ...model, apiKey: null })
  expect(parseConfig({ ...env, BASALT_AI_API_KEY: 'sk' }, '/').model).toEqual({
    ...model,
    apiKey: 'sk',
  })
})
