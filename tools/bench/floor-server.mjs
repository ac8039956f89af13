// Run as a program, with FLOOR_DATABASE_URL: the least that can show and page a table.
// Its first page holds its rows already, its script is a few lines, and each request is
// one prepared statement by key. It is what the dashboard is measured against.
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

import { Pool } from 'pg'

const pageRows = 100
const untouched = { getTypeParser: () => (value) => value }
const pool = new Pool({
  connectionString: process.env.FLOOR_DATABASE_URL,
  max: 4,
  types: untouched,
})

/**
 * @param {string} name
 * @param {string} text
 * @param {unknown[]} [values]
 */
const read = async (name, text, values = []) =>
  (await pool.query({ name, text, values, rowMode: 'array' })).rows

const rowsFrom = (id) =>
  read('page', `select * from readings where id >= $1 order by id limit ${pageRows}`, [id])
const lastRows = async () =>
  (await read('last', `select * from readings order by id desc limit ${pageRows}`)).toReversed()
const tables = () =>
  read(
    'tables',
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  )

const entities = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escaped = (value) => String(value ?? '').replaceAll(/[&<"]/gu, (sign) => entities[sign])
const asRows = (rows) =>
  rows
    .map((row) => `<tr>${row.map((value) => `<td>${escaped(value)}</td>`).join('')}</tr>`)
    .join('')

const style = `body{display:flex;font:13px sans-serif}table{border-collapse:collapse}
td{max-width:12em;height:1.6em;overflow:hidden;white-space:nowrap;border:1px solid #ccc}`
const script = `const body = document.querySelector('tbody')
const show = async (query) => { body.innerHTML = await (await fetch('/rows?' + query)).text() }
document.querySelector('#last').onclick = () => show('last')
document.querySelector('#find').onchange = (event) => show('id=' + event.target.value)`

/** @type {Record<string, (search: URLSearchParams) => Promise<string>>} */
const pages = {
  '/': async () => {
    const [names, rows] = await Promise.all([tables(), rowsFrom(1)])
    const list = names.map(([name]) => `<li>${escaped(name)}</li>`).join('')
    return `<!doctype html><meta charset="utf-8"><title>readings</title><style>${style}</style>
<ul>${list}</ul><main><button id="last">Last</button><input id="find" aria-label="Key">
<table><tbody>${asRows(rows)}</tbody></table></main><script>${script}</script>`
  },
  '/rows': async (search) => {
    if (search.has('last')) return asRows(await lastRows())
    const id = search.get('id')
    return asRows(
      id === null
        ? await rowsFrom(1)
        : await read('one', 'select * from readings where id = $1', [id]),
    )
  },
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor')
  const page = pages[pathname]
  try {
    const html = page === undefined ? undefined : await page(searchParams)
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
    })
    response.end(gzipSync(html ?? '', { level: 1 }))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) {
    console.log(`ready http://127.0.0.1:${address.port}`)
  }
})
process.once('SIGTERM', () => process.exit())
