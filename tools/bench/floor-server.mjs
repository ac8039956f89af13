// Run as a program, with FLOOR_DATABASE_URL: the minimal page that shows and pages through a table.
// Its HTML contains the first rows, its script is a few lines, and each request is one prepared
// statement by key. It is the baseline for the dashboard.
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

import { Pool, Query } from 'pg'

import { floorLists } from './floor-lists.mjs'

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
const rowsBehind = (id) =>
  read('next', `select * from readings where id > $1 order by id limit ${pageRows}`, [id])
/** The newest rows of an hour of one source of logs, with the fields that a list shows. */
const lastLogs = (ref) =>
  read(
    'logs',
    `select id, source, at, level, message, status, method, path, user_name, database_name, code,
       request_id, duration_ms, is_own, pattern
     from logs.rows where project_id = (select id from logs.projects where ref = $1) and source = 1
       and at >= date_trunc('hour', now()) - interval '1 hour' and at < date_trunc('hour', now())
     order by at desc, id desc limit ${pageRows}`,
    [ref],
  )
const edited = (id, state) =>
  read('edit', 'update readings set state = $2 where id = $1 returning *', [id, state])
/**
 * The same with the books that an edit in a product has to keep: who it is, a row of an audit
 * log that is there before the change is, and the row as it was and is, to be undone.
 */
async function editedWithBooks(id, state) {
  await read('session', 'select owner from floor.sessions where token = $1', ['somebody'])
  const audited = read('audit', 'insert into floor.audit (what, row_id) values ($1, $2)', [
    'rows.updated',
    id,
  ])
  const client = await pool.connect()
  const run = async (name, text, values = []) =>
    (await client.query({ name, text, values, rowMode: 'array' })).rows
  try {
    await client.query('begin')
    const rows = await run(
      'edit-with-books',
      `with old as (select * from readings where id = $1 for update)
       update readings r set state = $2 from old where r.id = old.id
       returning r.*, to_jsonb(old)`,
      [id, state],
    )
    const [row = []] = rows
    await run('image', 'insert into floor.images (before, after) values ($1, $2)', [
      row.at(-1),
      JSON.stringify(row.slice(0, -1)),
    ])
    await audited
    await client.query('commit')
    return [row.slice(0, -1)]
  } finally {
    client.release()
  }
}
const books = `
  create schema if not exists floor;
  create table if not exists floor.sessions (token text primary key, owner text not null);
  insert into floor.sessions values ('somebody', 'somebody') on conflict do nothing;
  create table if not exists floor.audit (
    id bigint generated always as identity primary key, what text, row_id bigint
  );
  create table if not exists floor.images (
    id bigint generated always as identity primary key, before jsonb, after jsonb
  )`
const tables = (schema) =>
  read(
    'tables',
    "select relname from pg_class where relkind = 'r' and relnamespace = $1::regnamespace order by 1",
    [schema],
  )

const entities = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escaped = (value) => String(value ?? '').replaceAll(/[&<"]/gu, (sign) => entities[sign])
const asRows = (rows) =>
  rows
    .map((row) => `<tr>${row.map((value) => `<td>${escaped(value)}</td>`).join('')}</tr>`)
    .join('')

const asList = (names) => names.map(([name]) => `<li>${escaped(name)}</li>`).join('')

const style = `body{display:flex;font:13px sans-serif}table{border-collapse:collapse}
td{max-width:12em;height:1.6em;overflow:hidden;white-space:nowrap;border:1px solid #ccc}
#list{position:relative;width:60em;height:30em;overflow:auto}#list table{position:absolute}`
const script = `const body = document.querySelector('tbody')
const show = async (query) => { body.innerHTML = await (await fetch('/rows?' + query)).text() }
document.querySelector('#first').onclick = () => show('')
document.querySelector('#next').onclick = () => show('after=' + body.lastChild.firstChild.textContent)
document.querySelector('#last').onclick = () => show('last')
document.querySelector('#tables').onclick = async () => {
  document.querySelector('ul').innerHTML = await (await fetch('/tables?schema=few_1')).text()
}
document.querySelector('#find').onchange = (event) => show('id=' + event.target.value)
const save = async (cell) => {
  const id = cell.parentNode.firstChild.textContent
  const query = new URLSearchParams({ id, state: cell.textContent })
  if (document.body.hasAttribute('books')) query.set('books', '')
  const answer = await fetch('/edit?' + query, { method: 'POST' })
  await answer.text()
  document.querySelector('output').textContent = 'saved'
  cell.contentEditable = false
}
const list = document.querySelector('#list')
const high = 22
let lines = []
const draw = () => {
  const from = Math.floor(list.scrollTop / high)
  const cells = (line) => line.split('\\t').map((value) => '<td>' + value.replaceAll('<', '&lt;')).join('')
  const shown = lines.slice(from, from + 30).map((line) => '<tr>' + cells(line))
  list.lastChild.style.top = from * high + 'px'
  list.lastChild.innerHTML = shown.join('')
}
list.onscroll = draw
document.querySelector('#run').onclick = async () => {
  const answer = await fetch('/sql', { method: 'POST', body: document.querySelector('textarea').value })
  lines = (await answer.text()).split('\\n')
  lines.pop()
  list.firstChild.style.height = lines.length * high + 'px'
  draw()
  document.querySelector('output').textContent = lines.length + ' rows'
}
body.ondblclick = (event) => {
  const cell = event.target.closest('td')
  cell.contentEditable = true
  cell.focus()
  cell.onkeydown = (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    save(cell)
  }
}`

/** @type {Record<string, (search: URLSearchParams) => Promise<string>>} */
const pages = {
  '/': async () => {
    const [names, rows] = await Promise.all([tables('public'), rowsFrom(1)])
    return `<!doctype html><meta charset="utf-8"><title>readings</title><style>${style}</style>
<ul>${asList(names)}</ul><main><button id="first">First</button><button id="next">Next</button>
<button id="last">Last</button><button id="tables">Tables</button><input id="find" aria-label="Key"><output></output>
<textarea></textarea><button id="run">Run</button>
<table><tbody>${asRows(rows)}</tbody></table>
<div id="list"><p></p><table></table></div></main><script>${script}</script>`
  },
  '/rows': async (search) => {
    if (search.has('last')) return asRows(await lastRows())
    if (search.has('after')) return asRows(await rowsBehind(search.get('after')))
    const id = search.get('id')
    return asRows(
      id === null
        ? await rowsFrom(1)
        : await read('one', 'select * from readings where id = $1', [id]),
    )
  },
  '/edit': async (search) => {
    const edit = search.has('books') ? editedWithBooks : edited
    return asRows(await edit(search.get('id'), search.get('state')))
  },
  '/books': async () => {
    await pool.query(books)
    return ''
  },
  '/tables': async (search) => asList(await tables(search.get('schema'))),
  '/objects': async (search) => {
    const kind = search.get('kind') ?? ''
    const rows = await read(kind, floorLists[kind])
    return `<!doctype html><meta charset="utf-8"><title>${escaped(kind)}</title><style>${style}</style>
<main><table><tbody>${asRows(rows)}</tbody></table></main>`
  },
}

const pieceLength = 65_536

/** A line for each row of any query, sent while PostgreSQL still answers. */
async function streamRows(request, response) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const client = await pool.connect()
  try {
    await new Promise((resolve, reject) => {
      const query = client.query(new Query({ text, rowMode: 'array' }))
      let lines = ''
      query.on('row', (row) => {
        lines += `${row.join('\t')}\n`
        if (lines.length < pieceLength) return
        response.write(lines)
        lines = ''
      })
      query.once('end', () => response.end(lines, resolve))
      query.once('error', reject)
    })
  } finally {
    client.release()
  }
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor')
  const page = pages[pathname]
  try {
    if (pathname === '/one') {
      const [[one] = []] = await read('one-row', 'select 1')
      response.end(one)
      return
    }
    if (pathname === '/list') {
      const kind = searchParams.get('kind') ?? ''
      response.end(JSON.stringify(await read(kind, floorLists[kind])))
      return
    }
    if (pathname === '/sorted') {
      const rows = await read('sorted', 'select * from narrow order by value, id limit 100')
      response.end(JSON.stringify(rows))
      return
    }
    if (pathname === '/logs') {
      response.end(JSON.stringify(await lastLogs(searchParams.get('ref'))))
      return
    }
    if (pathname === '/sql') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
      await streamRows(request, response)
      return
    }
    const html = page === undefined ? undefined : await page(searchParams)
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
    })
    response.end(gzipSync(html ?? '', { level: 1 }))
  } catch (error) {
    if (response.headersSent) response.destroy()
    else response.writeHead(500).end(String(error))
  }
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) {
    console.log(`ready http://127.0.0.1:${address.port}`)
  }
})
process.once('SIGTERM', () => process.exit())
