import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { limitEntries } from '../limits/limits.ts'
import { signUp, startTestInstall, type TestInstall } from '../testing/test-install.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const ask = (headers: Record<string, string> = {}, url = install.url) =>
  fetch(`${url}/metrics`, { headers })

async function person(isOperator: boolean) {
  const { client, email } = await signUp(install)
  await install.store
    .updateTable('users')
    .set({ is_operator: isOperator })
    .where('email', '=', email)
    .execute()
  return { cookie: [...client.cookies].map((pair) => pair.join('=')).join('; ') }
}

describe('the metrics', () => {
  test('are hidden from others, signed in or not', async () => {
    for (const headers of [{}, await person(false)]) {
      const response = await ask(headers)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('basalt_')
    }
  })

  test('list every budget with its limit, in the format of Prometheus', async () => {
    install.parts.resources.openBodies.take(1234)
    const response = await ask(await person(true))
    install.parts.resources.openBodies.give(1234)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^basalt_open_body_bytes 1234$/mu)
    expect(text).toMatch(/^basalt_open_requests_per_address 1$/mu)
    expect(text).toMatch(/^basalt_open_results?_bytes_limit \d+$/mu)
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
      expect(text).toMatch(new RegExp(String.raw`^${name} [\d.e-]+$`, 'mu'))
    }
    for (const { variable } of Object.values(limitEntries)) {
      expect(text).toMatch(new RegExp(String.raw`^${variable.toLowerCase()} \d+$`, 'mu'))
    }
    expect(text).toMatch(/^basalt_stalled_answers_total 0$/mu)
    const isRead =
      /^(?:# (?:HELP [a-z_\d]+ .+|TYPE [a-z_\d]+ (?:gauge|counter))|[a-z_\d]+ [\d.e+-]+)$/u
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => !isRead.test(line)),
    ).toEqual([])
  })

  test('are readable for programs on this machine when the public address is local', async () => {
    const local = await startTestInstall({ publicUrl: 'http://localhost' })
    const statuses = [
      (await ask({}, local.url)).status,
      (await ask({ 'x-forwarded-for': '127.0.0.1' }, local.url)).status,
    ]
    await local.close()
    expect(statuses).toEqual([200, 404])
  })
})
