import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { operator } from '@basalt/contract/operator'
import { status } from '@basalt/contract/status'
import { temporaryFolder, waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ErrorReport } from '../../process/error-reports.ts'
import { createStatusMonitor } from '../../status/monitor.ts'
import { openStoreAsIs } from '../../store/store.ts'
import {
  type ConnectedClient,
  signUp,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let chief: ConnectedClient
const reports: ErrorReport[] = []

beforeAll(async () => {
  install = await startTestInstall({
    errorReports: { report: (report) => void reports.push(report) },
  })
  const { client, email } = await signUp(install, 'chief')
  await install.store
    .updateTable('users')
    .set({ is_operator: true })
    .where('email', '=', email)
    .execute()
  chief = client
})
afterAll(() => install.close())

const read = () => install.client().call(status.get, {})
const opened = (title: string) =>
  chief.call(operator.openIncident, {
    body: {
      title,
      impact: 'major',
      components: ['project-databases'],
      message: 'We are looking into it',
    },
  })

const lastAudit = async () => {
  const row = await install.store
    .selectFrom('audit_log')
    .select(['action', 'chain', 'target_kind', 'target_id', 'before', 'after'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row
}

describe('GET /platform/status', () => {
  test('shows everyone the state of each component, and the time of the check', async () => {
    const seen = await waitFor(
      async () => {
        const now = await read()
        return now.checked_at === null ? undefined : now
      },
      { what: 'The first look' },
    )
    expect(seen.components.map(({ id, name }) => [id, name])).toEqual([
      ['dashboard', 'Dashboard and API'],
      ['system-database', 'System database'],
      ['project-databases', 'Project databases'],
      ['disk-space', 'Disk space'],
      ['mail', 'Email delivery'],
    ])
    const { status: ofDatabase } = seen.components[1] ?? {}
    expect(ofDatabase).toBe('operational')
    expect(seen.components.at(-1)).toMatchObject({
      status: 'not-configured',
      detail: 'Emails are kept in the outbox of this install.',
    })
  })

  test('ignores an invalid cookie, because it needs no session', async () => {
    const answer = await fetch(`${install.url}/platform/status`, {
      headers: { cookie: 'basalt_session=nonsense' },
    })
    expect(answer.status).toBe(200)
  })
})

describe('GET /status', () => {
  test('is a separate page that needs no script and no session', async () => {
    const answer = await fetch(`${install.url}/status`)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const html = await answer.text()
    expect(html).toContain('<h1>Status</h1>')
    const [, sheet = ''] = /rel="stylesheet" href="([^"]+)"/u.exec(html) ?? []
    const style = await fetch(install.url + sheet)
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  })
})

describe('incidents of operators', () => {
  test('appear on the page at once, accept updates, and end; each step creates an audit entry', async () => {
    const incident = await opened('Databases are slow')
    expect(incident).toMatchObject({ status: 'investigating', resolved_at: null })
    expect(await read()).toMatchObject({ incidents: [{ title: 'Databases are slow' }] })
    expect(await (await fetch(`${install.url}/status`)).text()).toContain('Databases are slow')
    expect((await read()).components[2]).toMatchObject({
      status: 'degraded',
      detail: 'Databases are slow',
    })
    expect(await lastAudit()).toMatchObject({
      action: 'incident.opened',
      chain: 'install',
      target_kind: 'incident',
      target_id: incident.id,
    })

    const params = { id: incident.id }
    await chief.call(operator.updateIncident, {
      params,
      body: { status: 'identified', message: 'A disk' },
    })
    expect((await lastAudit()).action).toBe('incident.updated')
    await chief.call(operator.changeIncident, {
      params,
      body: { impact: 'minor', regions: ['eu-west-1'] },
    })
    expect((await read()).incidents[0]).toMatchObject({ impact: 'minor', regions: ['eu-west-1'] })
    const changed = await lastAudit()
    expect(changed.action).toBe('incident.changed')
    const getImpact = (part: string | object | null) =>
      (typeof part === 'string' ? (JSON.parse(part) as object) : part) as { impact: string } | null
    expect([getImpact(changed.before)?.impact, getImpact(changed.after)?.impact]).toEqual([
      'major',
      'minor',
    ])

    const over = await chief.call(operator.updateIncident, {
      params,
      body: { status: 'resolved', message: 'The disk is new' },
    })
    expect((await lastAudit()).action).toBe('incident.resolved')
    expect(over.resolved_at).not.toBeNull()
    expect(over.updates.map(({ status: of, message }) => [of, message])).toEqual([
      ['resolved', 'The disk is new'],
      ['identified', 'A disk'],
      ['investigating', 'We are looking into it'],
    ])
    expect((await read()).components[2]).toMatchObject({ status: 'operational', detail: null })
    expect(await chief.call(operator.listIncidents, {})).toEqual([over])
  })

  test('can be reopened', async () => {
    const { id } = await opened('Again')
    const announce = (of: 'resolved' | 'investigating') =>
      chief.call(operator.updateIncident, { params: { id }, body: { status: of, message: 'x' } })
    await announce('resolved')
    expect(await announce('investigating')).toMatchObject({
      resolved_at: null,
      status: 'investigating',
    })
    await announce('resolved')
  })

  test('with an unknown id are not found, without an audit entry', async () => {
    const before = await lastAudit()
    const deleted = { params: { id: '00000000-0000-4000-8000-000000000000' } }
    await expect(
      chief.call(operator.updateIncident, {
        ...deleted,
        body: { status: 'resolved', message: 'x' },
      }),
    ).rejects.toMatchObject({ code: 404, message: 'This incident does not exist' })
    expect(await lastAudit()).toEqual(before)
  })

  test('need a title and a message', async () => {
    const body = { title: ' ', impact: 'minor' as const, message: 'x' }
    await expect(chief.call(operator.openIncident, { body })).rejects.toMatchObject({
      code: 400,
      fields: { title: 'Enter a title' },
    })
  })
})

test('a notice of the catalogue is shown while an operator has switched it on', async () => {
  const key = 'dashboard-outage-2025-05-16'
  const toggle = (isOn: boolean) =>
    chief.call(operator.switchNotice, { params: { key }, body: { is_on: isOn } })
  expect((await read()).notices).toEqual([])
  expect(await toggle(true)).toMatchObject([{ key, is_on: true }])
  expect((await lastAudit()).action).toBe('notice.switched_on')
  expect((await read()).notices).toEqual([key])
  await toggle(true)
  expect(await chief.call(operator.listNotices, {})).toMatchObject([{ key, is_on: true }])
  await toggle(false)
  expect((await lastAudit()).action).toBe('notice.switched_off')
  expect((await read()).notices).toEqual([])
})

describe('the last known state', () => {
  test('is shown by the next process while the system database is down', async () => {
    const folder = await temporaryFolder()
    const services = {
      ...install.parts,
      dataDir: folder.path,
      sendsMail: true,
      log: install.parts.logger,
    }
    const { id } = await opened('A long one')
    await createStatusMonitor(services).check()
    expect(await readFile(join(folder.path, 'status.json'), 'utf8')).toContain('A long one')

    const deleted = openStoreAsIs({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 300 })
    const next = createStatusMonitor({ ...services, store: deleted.store })
    await next.check()
    expect(next.current().incidents.map(({ title }) => title)).toContain('A long one')
    expect(next.current().components[1]).toMatchObject({ status: 'down' })
    await deleted.close()
    await folder.remove()
    const body = { status: 'resolved' as const, message: 'Over' }
    await chief.call(operator.updateIncident, { params: { id }, body })
  })

  test('is empty when the file is invalid', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder.path, 'status.json'), '{"incidents": 1')
    const monitor = createStatusMonitor({
      ...install.parts,
      dataDir: folder.path,
      sendsMail: true,
      log: install.parts.logger,
    })
    expect(monitor.current()).toMatchObject({ incidents: [], notices: [], checked_at: null })
    await folder.remove()
  })
})

describe('POST /platform/errors', () => {
  const report = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'TypeError',
    message: 'No token=abcdefgh of olga@example.test',
    stack: 'at f (http://localhost/assets/a.js?key=1)\npostgres://olga:secret@host/db',
    pathname: '/project/abc?token=1',
  }

  test('SPEC.md section 2, “Client exceptions are reported with an id”: no secret is stored', async () => {
    reports.length = 0
    await install.client().call(status.reportError, { body: report })
    expect(reports).toMatchObject([
      { id: report.id, source: 'dashboard', name: 'TypeError', path: '/project/abc' },
    ])
    const [{ message, stack }] = reports as [ErrorReport]
    expect(message).toBe('No token=… of …@…')
    expect(stack).toBe('at f (http://localhost/assets/a.js)\npostgres://…@host/db')
  })

  test('one that is too long is refused, and so are more than twenty a minute', async () => {
    const client = install.client()
    const long = { ...report, message: 'a'.repeat(1001) }
    await expect(client.call(status.reportError, { body: long })).rejects.toMatchObject({
      code: 400,
    })
    const sent = Array.from({ length: 30 }, () =>
      client.call(status.reportError, { body: report }).then(
        () => 200,
        (error: { code: number }) => error.code,
      ),
    )
    const codes = await Promise.all(sent)
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(9)
  })
})

test('a failure of the server itself is reported with the id of its request', async () => {
  reports.length = 0
  const fails = await startTestInstall({
    errorReports: { report: (report) => void reports.push(report) },
  })
  await fails.store.schema.dropTable('shown_notices').execute()
  const { client, email } = await signUp(fails)
  await fails.store
    .updateTable('users')
    .set({ is_operator: true })
    .where('email', '=', email)
    .execute()
  const failure = await client.call(operator.listNotices, {}).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 500 })
  expect(reports).toMatchObject([
    {
      id: (failure as { requestId: string }).requestId,
      source: 'server',
      path: '/platform/operator/notices',
      message: expect.stringContaining('shown_notices'),
      details: { method: 'GET', code: '500', kind: 'internal' },
    },
  ])
  await fails.close()
})
