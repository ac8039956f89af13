import { profiles } from '@basalt/contract/account/profile'
import { operator } from '@basalt/contract/operator'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { signUp, startTestInstall, type TestInstall } from '../testing/test-install.ts'
import { readOperatorCommand, runOperatorCommand } from './operator-command.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

async function run(...args: string[]) {
  const lines: string[] = []
  const command = readOperatorCommand(args)
  if (command === null) throw new Error('The arguments make no sense')
  const isDone = await runOperatorCommand(install.store, command, (line) => lines.push(line))
  return { isDone, lines }
}

const listRows = (email: string) =>
  install.store
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'chain'])
    .where('target_name', '=', email)
    .where('action', 'like', 'operator.%')
    .orderBy('number')
    .execute()

test('a new operator is one from the next request on, with an audit entry', async () => {
  const { client, email } = await signUp(install)
  await expect(client.call(operator.listIncidents, {})).rejects.toMatchObject({ code: 404 })
  expect(await run('grant', email.toUpperCase())).toEqual({
    isDone: true,
    lines: [`${email} is now an operator.`],
  })
  expect(await client.call(operator.listIncidents, {})).toEqual([])
  expect(await client.call(profiles.get, {})).toMatchObject({ is_operator: true })
  expect((await run('list')).lines).toEqual([email])
  expect((await run('grant', email)).lines).toEqual([`${email} is already an operator.`])

  expect((await run('revoke', email)).lines).toEqual([`${email} is now not an operator.`])
  await expect(client.call(operator.listIncidents, {})).rejects.toMatchObject({ code: 404 })
  expect((await run('list')).lines).toEqual(['This install has no operators.'])
  expect(await listRows(email)).toEqual([
    { action: 'operator.granted', actor_name: 'npm run operator', chain: 'install' },
    { action: 'operator.revoked', actor_name: 'npm run operator', chain: 'install' },
  ])
})

test('an unknown account cannot become one', async () => {
  expect(await run('grant', 'nobody@example.test')).toEqual({
    isDone: false,
    lines: ['There is no account nobody@example.test. The user must sign up first.'],
  })
})

test.each([[[]], [['grant']], [['list', 'x']], [['grant', 'a@b.c', 'd@e.f']], [['make', 'a@b.c']]])(
  'invalid arguments are refused: %j',
  (args) => {
    expect(readOperatorCommand(args)).toBeNull()
  },
)
