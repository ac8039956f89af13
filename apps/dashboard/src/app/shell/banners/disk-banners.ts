import type { ProjectDetail } from '@basalt/contract/project/project-reading'

import type { Banner } from './banner.ts'

type Measured = Pick<ProjectDetail, 'ref' | 'disk'>

const howToFree =
  'In the SQL editor, run “set default_transaction_read_only = off”, then drop or truncate tables that you no longer need.'

/** The disk usage of the page's project, as soon as it is too high. */
export function diskBanners(project: Measured | undefined, plans: Banner['link']): Banner[] {
  const disk = project?.disk ?? null
  if (project === undefined || disk === null || disk.state === 'ok') return []
  const key = `disk-${project.ref}`
  if (disk.state === 'host_full') {
    return [
      {
        key,
        tone: 'bad',
        title: 'This project is read-only: the server has no disk space left',
        message: `Your administrator must free disk space. ${howToFree}`,
      },
    ]
  }
  const link = plans === undefined ? {} : { link: plans }
  if (disk.state === 'full') {
    const title = 'This project is read-only: its disk is full'
    const message = `${howToFree} It is writable again below 95 %, or with a larger plan.`
    return [{ key, tone: 'bad', title, message, ...link }]
  }
  const percent = Math.floor((disk.used_bytes / (disk.quota_bytes ?? disk.used_bytes)) * 100)
  return [
    {
      key,
      tone: disk.state === 'critical' ? 'bad' : 'warn',
      title: `${percent} % of the disk of this project is used`,
      message:
        'At 100 % it becomes read-only. Delete data that you no longer need, or choose a larger plan.',
      ...link,
    },
  ]
}
