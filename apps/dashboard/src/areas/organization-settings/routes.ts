import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

export const organizationSettings: Area = {
  pages: [
    redirectFrom(path('/org/{slug}/settings'), {
      guard: 'organization',
      to: ({ slug }) => paths.organizationGeneral(slug),
    }),
    page(paths.organizationSecurity, {
      guard: 'organization',
      feature: { key: 'organization:show_security_settings', name: 'Security' },
      load: () => import('./SecurityPage.tsx'),
      entries: [
        {
          label: 'Security',
          detail: 'Organization',
          section: 'Organization',
          position: 116,
          words: 'mfa two-factor 2fa policies settings',
        },
      ],
    }),
    page(paths.organizationGeneral, {
      guard: 'organization',
      load: () => import('./GeneralPage.tsx'),
      entries: [
        {
          label: 'General',
          detail: 'Organization',
          section: 'Organization',
          position: 118,
          words: 'settings name rename delete ai assistant',
        },
      ],
    }),
  ],
}
