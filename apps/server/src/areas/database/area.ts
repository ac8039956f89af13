import { afterChanges } from '../../catalog-changes/after-changes.ts'
import { type Area, everyMinute } from '../../install/area.ts'
import { deleteOldRuns } from '../../store/query-runs.ts'
import { activityFeature } from './activity.ts'
import { cellFileFeature } from './cell-files.ts'
import { changeFeature } from './changes.ts'
import { columnPrivilegeFeature } from './column-privileges.ts'
import { completionFeature } from './completion.ts'
import { definitionFeature } from './definitions.ts'
import { dependencyFeature } from './dependencies.ts'
import { exportFeature } from './export.ts'
import { extensionFeature } from './extensions.ts'
import { historyFeature } from './history.ts'
import { importFeature } from './imports.ts'
import { indexJobFeature } from './index-jobs.ts'
import { resumeJobs } from './index-jobs/add-jobs.ts'
import { indexJobTask } from './index-jobs/run-job.ts'
import { migrationFeature } from './migrations.ts'
import { objectScriptFeature } from './object-scripts.ts'
import { objectFeature } from './objects.ts'
import { parameterFeature } from './parameters.ts'
import { policyGainsFeature } from './policy-gains.ts'
import { policyTestTask } from './policy-test-task.ts'
import { policyTestFeature } from './policy-tests.ts'
import { queryFeature } from './query.ts'
import { referenceFeature } from './references.ts'
import { rowExportFeature } from './row-export.ts'
import { rowReadingFeature } from './row-reading.ts'
import { diagramFeature } from './schema-diagram.ts'
import { sequencePositionFeature } from './sequence-position.ts'
import { sessionFeature } from './sessions.ts'
import { SessionPool } from './sessions/session-pool.ts'
import { databaseMigrations } from './system-migrations.ts'
import { tableChangeFeature } from './table-changes.ts'
import { tableFeature } from './tables.ts'
import { trashFeature } from './trash.ts'
import { usageFeature } from './usage.ts'
import { viewerFeature } from './viewers.ts'

export const databaseArea: Area = {
  name: 'database',
  migrations: databaseMigrations,
  endpoints(services) {
    const { sqlSessions, resources } = services
    const pool = new SessionPool({ ...sqlSessions, resources })
    const changing = [
      ...tableFeature(services),
      ...migrationFeature(services),
      ...tableChangeFeature(services),
      ...trashFeature(services),
      ...columnPrivilegeFeature(services),
      ...objectFeature(services),
      ...objectScriptFeature(services),
      ...extensionFeature(services),
      ...historyFeature(services),
      ...viewerFeature(services),
      ...queryFeature({ ...services, pool, holdMs: sqlSessions?.holdMs }),
      ...sessionFeature({ ...services, pool }),
    ]
    return [
      ...afterChanges(services, changing),
      ...dependencyFeature(services),
      ...sequencePositionFeature(services),
      ...indexJobFeature(services),
      ...activityFeature(services),
      ...usageFeature(services),
      ...parameterFeature(services),
      ...policyGainsFeature(services),
      ...policyTestFeature(services),
      ...diagramFeature(services),
      ...completionFeature(services),
      ...definitionFeature(services),
      ...changeFeature(services),
      ...rowReadingFeature(services),
      ...exportFeature(services),
      ...importFeature(services),
      ...rowExportFeature(services),
      ...referenceFeature(services),
      ...cellFileFeature(services),
    ]
  },
  tasks: (services) => [indexJobTask(services), policyTestTask(services)],
  jobs: ({ store, jobs, log }) => [
    { name: 'index-jobs', pattern: everyMinute, run: () => resumeJobs(jobs, store) },
    {
      name: 'run-history',
      pattern: everyMinute,
      run: async () => {
        const deleted = await deleteOldRuns(store)
        if (deleted > 0) log.info({ deleted }, 'Old runs of the SQL editor were deleted')
      },
    },
  ],
  schedules: ({ reports }) => [
    { name: 'change-reports', pattern: everyMinute, run: () => reports.takeUp() },
  ],
}
