import { type AreaPage, areaPage, noProps, switched } from './area-page.tsx'
import { type RawSearch, toText } from './search.ts'

type Capability = Parameters<NonNullable<AreaPage['isOffered']>>[0]['capabilities'][number]

const where = (capability: Capability, page: AreaPage): AreaPage => ({
  ...page,
  isOffered: ({ capabilities }) => capabilities.includes(capability),
})

const token = (_: unknown, search: RawSearch) => ({ token: toText(search, 'token') })

/** Pages without a session, besides signing in and out. */
export const pages: readonly AreaPage[] = [
  where(
    'accounts',
    switched(
      'dashboard_auth:sign_up',
      'Sign-up',
      areaPage(
        '/sign-up',
        { load: () => import('../areas/sign-in/SignUpPage.tsx'), name: 'SignUpPage' },
        noProps,
      ),
    ),
  ),
  where(
    'accounts',
    areaPage(
      '/sign-in-mfa',
      { load: () => import('../areas/sign-in/MfaPage.tsx'), name: 'MfaPage' },
      noProps,
    ),
  ),
  where(
    'accounts',
    areaPage(
      '/sign-in-recovery-code',
      { load: () => import('../areas/sign-in/RecoveryCodePage.tsx'), name: 'RecoveryCodePage' },
      noProps,
    ),
  ),
  where(
    'accounts',
    switched(
      'dashboard_auth:sign_in_with_sso',
      'Single sign-on',
      areaPage(
        '/sign-in-sso',
        { load: () => import('../areas/sign-in/SsoSignInPage.tsx'), name: 'SsoSignInPage' },
        noProps,
      ),
    ),
  ),
  where(
    'accounts',
    areaPage(
      '/sign-in-sso/return',
      { load: () => import('../areas/sign-in/SsoReturnPage.tsx'), name: 'SsoReturnPage' },
      noProps,
    ),
  ),
  where(
    'github-sign-in',
    areaPage(
      '/sign-in/github',
      { load: () => import('../areas/sign-in/GithubReturnPage.tsx'), name: 'GithubReturnPage' },
      noProps,
    ),
  ),
  where(
    'accounts',
    areaPage(
      '/forgot-password',
      {
        load: () => import('../areas/sign-in/ForgotPasswordPage.tsx'),
        name: 'ForgotPasswordPage',
      },
      noProps,
    ),
  ),
  where(
    'accounts',
    areaPage(
      '/reset-password',
      {
        load: () => import('../areas/sign-in/ResetPasswordPage.tsx'),
        name: 'ResetPasswordPage',
      },
      token,
    ),
  ),
  where(
    'accounts',
    areaPage(
      '/verify-email',
      { load: () => import('../areas/sign-in/VerifyEmailPage.tsx'), name: 'VerifyEmailPage' },
      token,
    ),
  ),
  where(
    'accounts',
    areaPage(
      '/confirm-email',
      { load: () => import('../areas/sign-in/ConfirmEmailPage.tsx'), name: 'ConfirmEmailPage' },
      token,
    ),
  ),
  // SPEC.md section 2: no checks on the way here, and no session is required.
  where(
    'organizations',
    areaPage(
      '/join',
      { load: () => import('../areas/join/JoinPage.tsx'), name: 'JoinPage' },
      (_, search) => ({ token: toText(search, 'token'), slug: toText(search, 'slug') }),
    ),
  ),
  where(
    'billing',
    switched(
      'billing:all',
      'Billing',
      areaPage(
        '/pricing',
        { load: () => import('../areas/pricing/PricingPage.tsx'), name: 'PricingPage' },
        noProps,
      ),
    ),
  ),
  where(
    'billing',
    switched(
      'billing:all',
      'Billing',
      areaPage(
        '/contact/enterprise',
        { load: () => import('../areas/contact/ContactPage.tsx'), name: 'ContactPage' },
        noProps,
      ),
    ),
  ),
  where(
    'outbox',
    areaPage(
      '/outbox',
      { load: () => import('../areas/outbox/OutboxPage.tsx'), name: 'OutboxPage' },
      noProps,
    ),
  ),
  {
    ...areaPage(
      '/design',
      { load: () => import('../areas/design/DesignPage.tsx'), name: 'DesignPage' },
      noProps,
    ),
    isOffered: ({ development }) => development,
  },
]
