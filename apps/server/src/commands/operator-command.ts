import { recordAudit, systemOrigin } from '../store/audit.ts'
import type { Store } from '../store/store.ts'

export const operatorUsage = `Usage: npm run operator -- list
       npm run operator -- grant somebody@example.com
       npm run operator -- revoke somebody@example.com`

const actions = { grant: true, revoke: false } as const

/** Parses the arguments; null when they are invalid. */
export function readOperatorCommand(
  args: readonly string[],
): { list: true } | { email: string; isOperator: boolean } | null {
  const [verb, email, ...rest] = args
  if (verb === 'list' && email === undefined) return { list: true }
  if ((verb !== 'grant' && verb !== 'revoke') || email === undefined || rest.length > 0) return null
  return { email: email.trim().toLowerCase(), isOperator: actions[verb] }
}

/**
 * Makes users operators of an install, or lists them; prints the result. True when it succeeded. A
 * running server applies it from the next request on.
 */
export async function runOperatorCommand(
  store: Store,
  command: NonNullable<ReturnType<typeof readOperatorCommand>>,
  print: (line: string) => void,
): Promise<boolean> {
  if ('list' in command) {
    await listOperators(store, print)
    return true
  }
  const { email, isOperator } = command
  const outcome = await store.transaction().execute((tx) => setOperator(tx, email, isOperator))
  print(outcomeText(outcome, email, isOperator))
  return outcome !== 'unknown'
}

async function listOperators(store: Store, print: (line: string) => void): Promise<void> {
  const rows = await store
    .selectFrom('users')
    .select('email')
    .where('is_operator', '=', true)
    .orderBy('email')
    .execute()
  for (const { email } of rows) print(email)
  if (rows.length === 0) print('This install has no operators.')
}

type Outcome = 'changed' | 'unchanged' | 'unknown'

async function setOperator(tx: Store, email: string, isOperator: boolean): Promise<Outcome> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'is_operator'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) return 'unknown'
  if (user.is_operator === isOperator) return 'unchanged'
  await tx.updateTable('users').set({ is_operator: isOperator }).where('id', '=', user.id).execute()
  await recordAudit(tx, systemOrigin('npm run operator'), {
    action: isOperator ? 'operator.granted' : 'operator.revoked',
    target: { kind: 'user', id: user.id, name: user.email },
    before: { is_operator: user.is_operator },
    after: { is_operator: isOperator },
  })
  return 'changed'
}

function outcomeText(outcome: Outcome, email: string, isOperator: boolean): string {
  if (outcome === 'unknown') return `There is no account ${email}. The user must sign up first.`
  const state = isOperator ? 'an operator' : 'not an operator'
  return outcome === 'changed' ? `${email} is now ${state}.` : `${email} is already ${state}.`
}
