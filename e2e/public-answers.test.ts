import { expect, test } from 'vitest'

import { getSharedUrl } from './built-install.ts'

test('health is answered as monitors expect it', async () => {
  const response = await fetch(`${getSharedUrl()}/api/health`)

  expect(await response.json()).toEqual({ status: 'ok' })
})

test('the time of the server is in UTC', async () => {
  const response = await fetch(`${getSharedUrl()}/api/get-utc-time`)
  const { utcTime } = Object(await response.json())

  expect(Math.abs(Date.parse(utcTime) - Date.now())).toBeLessThan(10_000)
})

test.for(['/platform/nothing', '/api/nothing', '/platform', '/api'])(
  'the unknown call %s is answered as JSON with a request id',
  async (path) => {
    const response = await fetch(getSharedUrl() + path)

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toMatchObject({ code: 404, requestId: expect.any(String) })
  },
)

test('a path that cannot be decoded is answered like an unknown one', async () => {
  const [page, call] = await Promise.all(
    ['/project/a/sql/%E0%A4%A', '/platform/projects/%E0%A4%A'].map((path) =>
      fetch(getSharedUrl() + path),
    ),
  )

  expect(page?.headers.get('content-type')).toContain('text/html')
  expect(await call?.json()).toMatchObject({ code: 404, requestId: expect.any(String) })
})

test('every other path is the dashboard, and its assets are compressed and cached permanently', async () => {
  const page = await fetch(`${getSharedUrl()}/any/path/at/all`)
  const [, asset = ''] =
    /(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/u.exec(await page.text()) ?? []
  const response = await fetch(getSharedUrl() + asset, { headers: { 'accept-encoding': 'br' } })

  expect(page.status).toBe(200)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toContain('immutable')
})

test('the page runs scripts of its own origin only and cannot be framed', async () => {
  const { headers } = await fetch(`${getSharedUrl()}/`)
  const policy = headers.get('content-security-policy') ?? ''

  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/u)
  expect(policy).toContain("frame-ancestors 'none'")
})
