import { UserRound } from 'lucide-react'

import { paths } from '../../lib/paths.ts'
import { type Area, page, redirectFrom } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'

const section = path('/account')

export const account: Area = {
  sections: [{ name: 'Account', icon: UserRound, keys: 'g a', below: section, isPersonal: true }],
  pages: [
    redirectFrom(section, { guard: 'account', to: paths.account }),
    page(paths.account, {
      guard: 'account',
      load: () => import('./profile/AccountPage.tsx'),
      entries: [
        {
          label: 'Account',
          section: 'Account',
          position: 130,
          words: 'profile settings preferences theme appearance name email time zone',
        },
      ],
    }),
    page(paths.accountSecurity, {
      guard: 'account',
      needs: 'accounts',
      feature: { key: 'account:show_security_settings', name: 'Security' },
      load: () => import('./security/SecurityPage.tsx'),
      entries: [
        {
          label: 'Security',
          detail: 'Account',
          section: 'Account',
          position: 131,
          keys: 'g x',
          words: 'password mfa two-factor 2fa passkeys sessions recovery codes authenticator',
        },
      ],
    }),
    page(paths.accountTokens, {
      guard: 'account',
      needs: 'accounts',
      load: () => import('./tokens/TokensPage.tsx'),
      entries: [
        {
          label: 'Access tokens',
          section: 'Account',
          position: 132,
          keys: 'g k',
          words: 'api keys personal scopes',
        },
      ],
    }),
    page(paths.newAccessToken, {
      guard: 'account',
      needs: 'accounts',
      load: () => import('./tokens/NewTokenPage.tsx'),
    }),
  ],
}
