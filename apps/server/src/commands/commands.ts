import type { PoolConfig } from 'pg'

import { Undo } from '../process/process-life.ts'
import { openStoreAsIs, type Store } from '../store/store.ts'
import { verifyAudit } from './audit-command.ts'
import { operatorUsage, readOperatorCommand, runOperatorCommand } from './operator-command.ts'

/** Opens the system database of the data directory, whether its server is running or not. */
type OpenSystem = (undo: Undo) => Promise<PoolConfig>

/** `npm run audit -- verify`: verifies the audit log, prints the result and returns the exit code. */
export async function auditCommand(
  args: readonly string[],
  openSystem: OpenSystem,
): Promise<number> {
  if (args.length !== 1 || args[0] !== 'verify') {
    print('Usage: npm run audit -- verify')
    return 2
  }
  return withStore(openSystem, (store) => verifyAudit(store, print))
}

/** `npm run operator`: lists or changes the operators of the install, and returns the exit code. */
export async function operatorCommand(
  args: readonly string[],
  openSystem: OpenSystem,
): Promise<number> {
  const command = readOperatorCommand(args)
  if (command === null) {
    print(operatorUsage)
    return 2
  }
  return withStore(openSystem, (store) => runOperatorCommand(store, command, print))
}

const print = (line: string) => process.stdout.write(`${line}\n`)

async function withStore(
  openSystem: OpenSystem,
  work: (store: Store) => Promise<boolean>,
): Promise<number> {
  const undo = new Undo()
  try {
    const { store, close } = openStoreAsIs(await openSystem(undo))
    undo.add(close)
    return (await work(store)) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  } finally {
    await undo.run()
  }
}
