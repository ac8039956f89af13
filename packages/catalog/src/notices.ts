type NoticeEntry = {
  key: string
  title: string
  message: string
}

/** Announcements that operators can show at the top of the dashboard. */
export const notices = [
  {
    /** SPEC.md section 2, "Banners at the top of the app". */
    key: 'dashboard-outage-2025-05-16',
    title: 'Brief dashboard outage on 16 May 2025',
    message:
      'The dashboard may be unavailable for a short time between 22:00 and 23:00 UTC. Databases and services of projects are not affected.',
  },
] as const satisfies readonly NoticeEntry[]

type NoticeKey = (typeof notices)[number]['key']

export const noticeKeys: readonly NoticeKey[] = notices.map(({ key }) => key)
