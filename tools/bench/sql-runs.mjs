import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { startFloorPage } from './floor-page.mjs'
import { loadPath, loadWithRuns } from './sql-load.mjs'
import { prepareTeam, teamSettings } from './sql-team.mjs'
import { measure, measurePairs } from './statistics.mjs'

const clients = 50
const seconds = 3
const pairs = 5
const query = 'select 1'

/** Many accounts that run `select 1`, compared with a server that only runs the query. */
export async function measureSqlRuns() {
  const data = temporaryDataDirectory()
  const install = await startInstall(data.path, { env: teamSettings })
  try {
    const team = await prepareTeam(install.url, { size: clients })
    const floor = await startFloorPage(team.databaseUrl)
    try {
      return await measureLoads(team, `${floor.url}/one`)
    } finally {
      await floor.stop()
    }
  } finally {
    await install.stop()
    data.remove()
  }
}

/**
 * @param {Awaited<ReturnType<typeof prepareTeam>>} team
 * @param {string} floorUrl
 */
async function measureLoads({ callers, project }, floorUrl) {
  const late = { ours: /** @type {number[]} */ ([]), floor: /** @type {number[]} */ ([]) }
  const perRun = await measurePairs(
    async () => {
      const { perSecond, p99Ms } = await loadWithRuns(callers, project, { seconds, query })
      late.ours.push(p99Ms)
      return 1000 / perSecond
    },
    async () => {
      const { perSecond, p99Ms } = await loadPath(floorUrl, { clients, seconds })
      late.floor.push(p99Ms)
      return 1000 / perSecond
    },
    pairs,
  )
  // The figures that were measured with the pairs, in their order.
  const p99 = await measurePairs(next(late.ours), next(late.floor), pairs)
  let turn = 0
  const alone = await measurePairs(
    async () => {
      // Another account each time: one of them may ask for so much in a minute only.
      const caller = callers[turn++ % callers.length]
      const one = caller === undefined ? [] : [caller]
      return (await loadWithRuns(one, project, { seconds: 1, query })).medianMs
    },
    async () => (await loadPath(floorUrl, { clients: 1, seconds: 1 })).medianMs,
    pairs,
  )
  return [
    measure({ name: `Time per run of ${clients} accounts`, unit: 'ms', figures: perRun }),
    measure({ name: `Run among ${clients} accounts, p99`, unit: 'ms', figures: p99 }),
    measure({ name: 'Run of one account', unit: 'ms', figures: alone }),
  ]
}

/** @param {number[]} values */
const next = (values) => {
  let place = 0
  return async () => values[place++] ?? Number.NaN
}
