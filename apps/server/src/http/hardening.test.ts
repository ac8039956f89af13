import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'

import { signIn } from '@basalt/contract/account/sign-in'
import { organizations } from '@basalt/contract/organization/organizations'
import { type TemporaryFolder, temporaryFolder, waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listMails } from '../mail/outbox-store.ts'
import {
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  strongPassword,
  type TestInstall,
} from '../testing/test-install.ts'

let folder: TemporaryFolder
let install: TestInstall

beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'assets'))
  await writeFile(join(folder.path, 'index.html'), '<html><head></head><body></body></html>')
  await writeFile(join(folder.path, 'assets', 'app-1.js'), 'void 0')
  await writeFile(join(folder.path, 'favicon.svg'), '<svg/>')
  install = await startTestInstall({ dashboardDirectory: folder.path })
})
afterAll(async () => {
  await install.close()
  await folder.remove()
})

const getCookie = (client: { cookies: Map<string, string> }) =>
  [...client.cookies].map((pair) => pair.join('=')).join('; ')

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(install.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

describe('security headers', () => {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }

  test.each([
    ['a page', '/sign-in'],
    ['a page that needs a session', '/organizations'],
    ['a file with a hash', '/assets/app-1.js'],
    ['a file without one', '/favicon.svg'],
    ['a file that is not there', '/assets/missing.js'],
    ['an answer of the API', '/api/health'],
    ['a refusal of the API', '/platform/profile'],
    ['a path of the API that does not exist', '/platform/nothing'],
    ['a path that cannot be decoded', '/platform/%E0%A4%A'],
  ])('are on %s', async (_, path) => {
    const { headers } = await fetch(install.url + path)
    expect(Object.fromEntries(headers)).toMatchObject(everywhere)
    // The test's install is not reached over https.
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test('let pages run only scripts of Basalt, and be framed by no site', async () => {
    for (const path of ['/sign-in', '/favicon.svg', '/assets/app-1.js']) {
      const policy = (await fetch(install.url + path)).headers.get('content-security-policy') ?? ''
      const parts = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]))
      expect(parts.get('script-src')).toBe("script-src 'self'")
      expect(parts.get('style-src')).toBe("style-src 'self'")
      expect(parts.get('default-src')).toBe("default-src 'self'")
      expect(parts.get('object-src')).toBe("object-src 'none'")
      expect(parts.get('base-uri')).toBe("base-uri 'none'")
      expect(parts.get('form-action')).toBe("form-action 'self'")
      expect(parts.get('frame-ancestors')).toBe("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe-eval')
    }
  })

  test('keep an answer of the API from being executed by a browser', async () => {
    const { headers } = await fetch(`${install.url}/api/health`)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('are on a streamed answer', async () => {
    const owner = await signUpOwner(install)
    const project = await createProject(owner.client, owner.organization.slug)
    const response = await post(
      `/platform/pg-meta/${project.ref}/query`,
      JSON.stringify({ query: 'select 1' }),
      {
        cookie: getCookie(owner.client),
        'x-connection-encrypted': project.connectionString ?? '',
      },
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...everywhere,
      'cache-control': 'no-store',
      'x-ratelimit-limit': '6000',
    })
    await response.text()
  })
})

describe('an install with an https address', () => {
  let secure: TestInstall
  beforeAll(async () => {
    secure = await startTestInstall({ publicUrl: 'https://basalt.example' })
  })
  afterAll(() => secure.close())

  test('makes browsers use https only, for two years', async () => {
    const { headers } = await fetch(`${secure.url}/api/health`)
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000')
  })

  test('sets a session cookie that no other host and no insecure page can set or read', async () => {
    const response = await fetch(`${secure.url}/platform/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'secure@example.test', password: strongPassword }),
    })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      /^__Host-basalt_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/u,
    )
    const [pair = ''] = cookie.split(';')
    const ask = (sent: string) =>
      fetch(`${secure.url}/platform/profile`, { headers: { cookie: sent } })
    expect((await ask(pair)).status).toBe(200)
    // A subdomain could set the name without the prefix.
    expect((await ask(pair.replace('__Host-', ''))).status).toBe(401)
  })
})

test('links in emails have the public address, for any requested host', async () => {
  const { email } = await signUp(install)
  const { port } = new URL(install.url)
  await new Promise<void>((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/platform/forgot-password',
        headers: {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
          'content-type': 'application/json',
        },
      },
      (response) => response.resume().on('end', resolve),
    )
    sent.on('error', reject)
    sent.end(JSON.stringify({ email }))
  })
  // The email is sent after the answer, so that its duration reveals nothing.
  const mail = await waitFor(
    async () =>
      (await listMails(install.store)).find(
        ({ to, subject }) => to === email && subject.includes('Reset'),
      ),
    { what: 'The mail is sent' },
  )
  expect(mail.text).toContain('http://basalt.test/reset-password?token=')
  expect(mail.text).not.toContain('evil.example')
})

describe('a cross-site request', () => {
  const signOut = (headers: Record<string, string>) =>
    fetch(`${install.url}/platform/sign-out`, { method: 'POST', headers })

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://basalt.test.evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('with %j changes nothing', async (headers) => {
    expect((await signOut(headers)).status).toBe(403)
  })

  test('changes nothing, with any method and even without a session', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${install.url}/platform/organizations/x/sso`, {
        method,
        headers: { origin: 'https://evil.example' },
      })
      expect(response.status).toBe(403)
    }
  })

  test('cannot read either: no answer allows another origin', async () => {
    const { client } = await signUp(install)
    const response = await fetch(`${install.url}/platform/profile`, {
      headers: { origin: 'https://evil.example', cookie: getCookie(client) },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const requested = await fetch(`${install.url}/platform/profile`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
    })
    expect(requested.headers.get('access-control-allow-origin')).toBeNull()
  })

  test("from Basalt's own page is accepted", async () => {
    expect((await signOut({ origin: 'http://basalt.test' })).status).toBe(200)
    expect((await signOut({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})

describe('a session', () => {
  test('that was planted before a sign-in is invalid after it', async () => {
    const { client, email } = await signUp(install)
    const planted = getCookie(client)
    await client.call(signIn.signIn, { body: { email, password: strongPassword } })
    expect(getCookie(client)).not.toBe(planted)
    const response = await fetch(`${install.url}/platform/profile`, {
      headers: { cookie: planted },
    })
    expect(response.status).toBe(401)
  })

  test.each(['', 'x', 'a'.repeat(43), "' or 1=1", '%00', 'undefined'])(
    'with a made-up id (%j) is invalid',
    async (token) => {
      const response = await fetch(`${install.url}/platform/organizations`, {
        headers: { cookie: `basalt_session=${token}` },
      })
      expect(response.status).toBe(401)
      await expect(response.json()).resolves.toMatchObject({ message: 'Sign in to continue' })
    },
  )
})

test('a sign-in, a password reset and single sign-on have the same answer for strangers and members', async () => {
  const { client, email } = await signUp(install)
  await client.call(organizations.list, {})
  const answers = async (path: string, body: (address: string) => object) => {
    const ask = async (address: string) => {
      const response = await post(path, JSON.stringify(body(address)))
      const { requestId: _, ...said } = (await response.json()) as Record<string, unknown>
      return [response.status, said]
    }
    return [await ask(email), await ask('outsider@example.test')]
  }
  for (const [path, body] of [
    ['/platform/sign-in', (address: string) => ({ email: address, password: 'wrong' })],
    ['/platform/forgot-password', (address: string) => ({ email: address })],
    ['/platform/sign-in/sso', (address: string) => ({ email: address })],
  ] as const) {
    const [known, unknown] = await answers(path, body)
    expect(known).toEqual(unknown)
  }
})
