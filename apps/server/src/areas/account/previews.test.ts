import { previews } from '@basalt/contract/previews'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ownerPermissions } from '../../http/permissions.ts'
import { type ConnectedClient, signUp, startTestInstall } from '../../testing/test-install.ts'
import type { TestInstall } from '../../testing/test-install.ts'
import { ownerIdentity } from './sessions.ts'

let install: TestInstall
let operator: ConnectedClient
let operatorEmail: string
let person: ConnectedClient

beforeAll(async () => {
  install = await startTestInstall({ clock: () => new Date('2026-05-01T12:00:00Z') })
  ;({ client: person } = await signUp(install))
  const chosen = await signUp(install, 'operator')
  operator = chosen.client
  operatorEmail = chosen.email
  await install.store
    .updateTable('users')
    .set({ is_operator: true })
    .where('email', '=', operatorEmail)
    .execute()
})
afterAll(() => install.close())

describe('feature previews', () => {
  test('are those with an implementation; their discussion is at the configured forum', async () => {
    const { previews: offered, discussionsUrl } = await person.call(previews.list, {})
    expect(offered.map(({ key }) => key)).toEqual(['inline-editor', 'CLS'])
    expect(discussionsUrl).toMatch(/^\/support\/new\?category=Problem&/u)
    expect(offered[0]?.discussionsUrl).toBe(discussionsUrl)
  })

  test("are offered without organizations, too, with the operator's forum", async () => {
    const alone = await startTestInstall({
      capabilities: [],
      publicUrl: 'http://localhost',
      identity: ownerIdentity(install.store, false),
      permissions: ownerPermissions(install.store, 'default'),
      discussionsUrl: 'https://forum.example/previews',
    })
    const answer = await alone.client().call(previews.list, {})
    await alone.close()
    expect(answer.previews.map(({ key }) => key)).toEqual(['inline-editor', 'CLS'])
    expect(answer.discussionsUrl).toBe('https://forum.example/previews')
  })
})

describe('release gates', () => {
  test('are closed by default, and list the previews that need them', async () => {
    const gates = await operator.call(previews.gates, {})
    expect(gates.map(({ name, is_open, changed_at }) => [name, is_open, changed_at])).toEqual([
      ['gitlessBranching', false, null],
      ['advisorRules', false, null],
      ['unifiedLogs', false, null],
    ])
    expect(gates[2]?.previews).toEqual([
      { key: 'unified-logs', name: 'New logs interface', isReleased: true },
    ])
  })

  test('are opened by an operator, once, with the former state in the audit log', async () => {
    const open = () =>
      operator.call(previews.setGate, { params: { name: 'unifiedLogs' }, body: { is_open: true } })
    expect(await open()).toMatchObject({
      is_open: true,
      changed_by: operatorEmail,
      changed_at: '2026-05-01T12:00:00.000Z',
    })
    await open()
    const gates = await operator.call(previews.gates, {})
    expect(gates.map(({ is_open }) => is_open)).toEqual([false, false, true])
    const rows = await install.store
      .selectFrom('audit_log')
      .select(['before', 'after', 'target_id', 'organization_id'])
      .where('action', '=', 'release_gate.changed')
      .orderBy('number')
      .execute()
    expect(
      rows.map(({ before, after }) =>
        [before, after].map((text) => JSON.parse(text ?? '') as unknown),
      ),
    ).toEqual([
      [{ is_open: false }, { is_open: true }],
      [{ is_open: true }, { is_open: true }],
    ])
    expect(rows[0]).toMatchObject({ target_id: 'unifiedLogs', organization_id: null })
  })

  test('are visible to operators only', async () => {
    await expect(person.call(previews.gates, {})).rejects.toMatchObject({ code: 404 })
    const opening = person.call(previews.setGate, {
      params: { name: 'advisorRules' },
      body: { is_open: true },
    })
    await expect(opening).rejects.toMatchObject({ code: 404 })
  })
})
