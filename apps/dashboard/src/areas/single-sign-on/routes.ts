import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'

export const singleSignOn: Area = {
  pages: [
    page(paths.organizationSso, {
      guard: 'organization',
      feature: { key: 'organization:show_sso_settings', name: 'Single sign-on' },
      load: () => import('./SingleSignOnPage.tsx'),
      entries: [
        {
          label: 'Single sign-on',
          section: 'Organization',
          position: 117,
          words: 'sso saml oidc identity provider domains',
        },
      ],
    }),
  ],
}
