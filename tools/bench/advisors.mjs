import { performance } from 'node:perf_hooks'

import { Client } from 'pg'

import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { prepareTeam } from './sql-team.mjs'
import { measure, measureTimes } from './statistics.mjs'

const tables = 10_000
const targetMs = 3000
/** Each table holds locks until its transaction ends. */
const tablesAtOnce = 500

/** Every rule of the advisors on 10,000 tables, from the request to the stored findings. */
export async function measureAdvisors() {
  const data = temporaryDataDirectory()
  const install = await startInstall(data.path)
  try {
    const { owner, project, databaseUrl } = await prepareTeam(install.url, {
      size: 1,
      plan: 'team',
    })
    await fill(databaseUrl)
    const headers = { 'x-connection-encrypted': project.connectionString }
    const figures = await measureTimes(5, async () => {
      const began = performance.now()
      const path = `/platform/projects/${project.ref}/advisors/run`
      const { findings } = await owner.call('POST', path, { headers })
      if (findings.length === 0) throw new Error('The advisors found nothing')
      return performance.now() - began
    })
    const name = 'Advisors: every rule on 10,000 tables'
    return [measure({ name, unit: 'ms', figures, target: targetMs })]
  } finally {
    await install.stop()
    data.remove()
  }
}

/** @param {string} connectionString */
async function fill(connectionString) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    for (let from = 1; from <= tables; from += tablesAtOnce) {
      await client.query(createTables(from, from + tablesAtOnce - 1))
    }
  } finally {
    await client.end()
  }
}

/**
 * Tables with a foreign key, an index and grants, and every second one with a policy.
 *
 * @param {number} first
 * @param {number} last
 */
const createTables = (first, last) => `
  do $$
  begin
    for i in ${first}..${last} loop
      execute format('create table public.t%s (id int primary key, parent int %s, a text, b text)',
        i, case when i > 1 then 'references public.t1' else '' end);
      execute format('create index on public.t%s (a)', i);
      execute format('grant select (id, a), insert on public.t%s to anon, authenticated', i);
      if i % 2 = 0 then
        execute format('alter table public.t%s enable row level security', i);
        execute format('create policy own on public.t%s using (current_setting(''app.user'') = a)', i);
      end if;
    end loop;
  end $$`
