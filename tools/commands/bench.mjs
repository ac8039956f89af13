import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { manifestFile } from '../bootstrap/build.mjs'
import { inCheckout } from '../bootstrap/checkout.mjs'
import { requireChromium } from '../bootstrap/chromium.mjs'
import { fail } from '../bootstrap/message.mjs'
import { prepare } from '../bootstrap/prepare.mjs'

const built = { dist: inCheckout('apps', 'dashboard', 'dist'), manifestFile }

/** Parts for `--only`; the ones after an install with a table share one run of it. */
const parts = {
  bundles: measureSizes,
  starts: async () => (await import('../bench/starting.mjs')).measureStarts(),
  grid: async (input) => (await import('../bench/grid.mjs')).measureGrid(input),
  install: measureInstall,
  'sql-runs': async () => (await import('../bench/sql-runs.mjs')).measureSqlRuns(),
  chaos: async () => (await import('../bench/chaos.mjs')).measureChaos(),
  database: async (input) => (await import('../bench/database.mjs')).measureDatabase(input),
  sorting: async () => (await import('../bench/sorting.mjs')).measureSorting(),
  advisors: async () => (await import('../bench/advisors.mjs')).measureAdvisors(),
  queues: async () => (await import('../bench/queues.mjs')).measureQueues(),
  cron: async () => (await import('../bench/cron.mjs')).measureCron(),
  webhooks: async () => (await import('../bench/webhooks.mjs')).measureWebhooks(),
  logs: async (input) => (await import('../bench/logs.mjs')).measureLogs(input),
}

/**
 * `npm run bench [-- --json FILE --rows 10000000 --only PART]`: medians, a baseline measured in the
 * same run, and the quartiles of the pairs' ratios. `npm run bench -- --against COMMIT`: compares
 * this checkout with another commit of it.
 */
export async function main() {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      rows: { type: 'string', default: '1000000' },
      only: { type: 'string', multiple: true, default: [] },
      against: { type: 'string' },
    },
  })
  const { json, only } = values
  if (values.against !== undefined) return compareWith(values.against, { json, only })
  const unknown = only.filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0)
    fail(`${unknown.join(', ')}: choose from ${Object.keys(parts).join(', ')}`)
  const executablePath = requireChromium()
  await prepare()
  const lines = []
  for (const [name, part] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue
    lines.push(...(await part({ executablePath, rows: Number(values.rows) })))
  }
  print(lines)
  keep(json, lines)
  if (lines.some(({ ok }) => !ok)) process.exitCode = 1
}

/**
 * @param {string} commit
 * @param {{ json: string | undefined, only: string[] }} options
 */
async function compareWith(commit, { json, only }) {
  await prepare()
  const { comparisonTable, measureAgainst } = await import('../bench/against.mjs')
  const { id, comparisons } = await measureAgainst({ commit, only })
  printTable(comparisonTable(comparisons, id))
  keep(json, comparisons)
}

/** @param {string | undefined} file @param {unknown} figures */
function keep(file, figures) {
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`)
}

async function measureSizes() {
  const { measureBundles, sizeLimits } = await import('../checks/bundle-sizes.mjs')
  const { measure } = await import('../bench/statistics.mjs')
  const { shell, tableView } = measureBundles(built)
  const size = (name, bytes, limit) =>
    measure({
      name: `Compressed JavaScript and CSS, ${name}`,
      unit: 'kB',
      figures: { median: bytes / 1000, floor: null },
      target: limit / 1000,
    })
  return [
    size('shell', shell, sizeLimits.shell),
    size('table view', tableView ?? Number.NaN, sizeLimits.tableView),
  ]
}

/**
 * All measurements that need an install with a project and its rows, a million by default.
 *
 * @param {{ executablePath: string, rows: number }} input Chromium, and rows of the table
 */
async function measureInstall({ executablePath, rows }) {
  const { startInstall, temporaryDataDirectory } = await import('../install/running-install.mjs')
  const { measureProjects } = await import('../bench/projects.mjs')
  const { measureQueries } = await import('../bench/queries.mjs')
  const { measureImports } = await import('../bench/imports.mjs')
  const { prepareTable } = await import('../bench/measured-table.mjs')
  const { startFloorPage } = await import('../bench/floor-page.mjs')
  const { projectWhen } = await import('../install/api.mjs')

  const data = temporaryDataDirectory()
  try {
    const first = await startInstall(data.path)
    const table = await prepareTable(first.url, rows)
    const projects = await measureProjects(table.caller, table.slug, table.password)
    await first.stop()
    // A new process, so that its memory is that of the work below.
    const second = await startInstall(data.path)
    const floorPage = await startFloorPage(table.connectionString)
    try {
      const caller = table.caller.movedTo(second.url)
      const project = await projectWhen(caller, table.ref, { status: 'ACTIVE_HEALTHY' })
      const cookies = [...caller.cookies].map(([name, value]) => ({ name, value, url: second.url }))
      const url = `${second.url}/project/${table.ref}/editor/${table.tableId}`
      const visits = await measureVisits({ executablePath, rows, url, cookies, floorPage })
      const opened = { ...table, connectionString: project.connectionString }
      const queries = await measureQueries(caller, opened, table.connectionString)
      const memory = await getMemory(second.pid)
      const work = await measureWork({
        executablePath,
        caller,
        rows,
        floorUrl: floorPage.url,
        connectionString: table.connectionString,
        table: opened,
        cookies,
        url: second.url,
        pid: second.pid,
      })
      // Last: the cluster continues to write and to count after a million new rows.
      const imports = await measureImports(
        { caller, pid: second.pid },
        { ref: table.ref, connectionString: project.connectionString },
        table.connectionString,
      )
      return [...projects, ...visits, ...queries, memory, ...work, ...imports]
    } finally {
      await floorPage.stop()
      await second.stop()
    }
  } finally {
    data.remove()
  }
}

/**
 * The requests of a visit to the table editor, and the time until its rows are shown.
 *
 * @param {{ executablePath: string, rows: number, url: string, floorPage: { url: string }, cookies:
 *   { name: string, value: string, url: string }[] }} visit
 */
async function measureVisits({ executablePath, rows, url, floorPage, cookies }) {
  const { measureTableView } = await import('../bench/table-view.mjs')
  const { measureVisitRequests } = await import('../bench/visit-requests.mjs')
  const ours = { url, cookies, cell: '.grid-row', workingCell: '[data-part="layer"]' }
  const floor = { url: `${floorPage.url}/`, cookies: [], cell: 'tbody', workingCell: 'tbody' }
  return [
    ...(await measureVisitRequests({ executablePath, url, cookies })),
    ...(await measureTableView({ executablePath, rows, ours, floor })),
  ]
}

/**
 * Actions in the table editor and in the SQL editor.
 *
 * @param {import('../bench/table-work.mjs').Work & { url: string, pid: number }} input
 */
async function measureWork(input) {
  const { measureTableWork } = await import('../bench/table-work.mjs')
  const { measureSqlWork } = await import('../bench/sql-work.mjs')
  const work = await measureTableWork(input)
  return [...work, ...(await measureSqlWork({ ...input, ref: input.table.ref, built }))]
}

/** @param {number} pid */
async function getMemory(pid) {
  const { measure } = await import('../bench/statistics.mjs')
  const [, kilobytes = 'NaN'] =
    /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return measure({
    name: 'Memory of the server after this, without PostgreSQL',
    unit: 'MB',
    figures: { median: (Number(kilobytes) * 1024) / 1e6, floor: null },
    target: 110,
  })
}

/** @param {ReturnType<import('../bench/statistics.mjs').measure>[]} lines */
function print(lines) {
  const rows = lines.map(({ name, unit, median, floor, ratio, spread, target, ok }) => [
    name,
    `${median} ${unit}`,
    floor === null ? '' : `${floor} ${unit}`,
    ratio === null ? '' : `× ${ratio}`,
    spread === null ? '' : spread.join('–'),
    target === null ? '' : ratio === null ? `≤ ${target} ${unit}` : `≤ × ${target}`,
    target === null ? '' : ok ? 'ok' : 'MISSED',
  ])
  printTable([['Measure', 'Median', 'Floor', 'Ratio', 'Half of pairs', 'Target', ''], ...rows])
}

/** @param {string[][]} table the first line names the columns */
function printTable(table) {
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}
