import { afterEach, beforeEach, expect, test } from 'vitest'

import { createVault } from '../secrets/vault.ts'
import { type OpenStore, openStoreAsIs } from '../store/store.ts'
import { systemDatabase } from '../testing/system-database.ts'
import { checkSecretKey } from './secret-key-check.ts'

const own = createVault('the key of this system database')
const other = createVault('some other key')

let open: OpenStore
let drop: () => Promise<void>
beforeEach(async () => {
  const database = await systemDatabase()
  open = openStoreAsIs(database.address)
  drop = database.drop
})
afterEach(async () => {
  await open.close()
  await drop()
})

test('the first key is recorded, and any other one is refused with a solution', async () => {
  await checkSecretKey(open.store, { vault: own, isNew: true })
  await checkSecretKey(open.store, { vault: own, isNew: false })
  const check = checkSecretKey(open.store, { vault: other, isNew: false })
  await expect(check).rejects.toThrow(/does not match .* BASALT_SECRET_KEY/u)
})

test('a new key is refused by a database that has users and no recorded key', async () => {
  await open.store
    .insertInto('users')
    .values({ email: 'somebody@example.test', password_hash: 'x' })
    .execute()
  const check = checkSecretKey(open.store, { vault: other, isNew: true })
  await expect(check).rejects.toThrow('does not match')
  await checkSecretKey(open.store, { vault: own, isNew: false })
})
