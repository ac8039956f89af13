import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase } from './database.ts'

/** A message of PostgreSQL's protocol: its type, its length and its fields. */
function message(type: string, ...fields: (string | number[])[]): Buffer {
  const body = Buffer.concat(fields.map((field) => Buffer.from(field as string)))
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const int32 = (value: number) => [0, 0, value >> 8, value & 255]
const authenticationOk = message('R', int32(0))
const backendKeyData = message('K', int32(7), int32(9))
const readyForQuery = message('Z', 'I')
const postmasterExit = message(
  'E',
  'SFATAL\0VFATAL\0C57P01\0',
  'Mterminating connection due to unexpected postmaster exit\0\0',
)

let server: Server

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.end(Buffer.concat([authenticationOk, backendKeyData, readyForQuery, postmasterExit]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

test('a connection that ends with its first packet fails its statement, not the process', async () => {
  const { port } = server.address() as AddressInfo
  const database = openDatabase({
    host: '127.0.0.1',
    port,
    user: 'u',
    password: 'x',
    database: 'd',
  })
  await expect(database.query('select 1')).rejects.toMatchObject({ kind: 'unreachable' })
  await database.close()
})
