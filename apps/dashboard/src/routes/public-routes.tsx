import type { Install } from '@basalt/contract'
import { createRoute } from '@tanstack/react-router'

import { noProps, page } from './page.tsx'
import { rootRoute } from './root.tsx'
import { type RawSearch, textOf } from './search.ts'
import { switchable } from './switchable.tsx'

const getParentRoute = () => rootRoute

const signInRoute = createRoute({
  getParentRoute,
  path: '/sign-in',
  component: page(() => import('../features/sign-in/SignInPage.tsx'), 'SignInPage', noProps),
})

const githubReturnRoute = createRoute({
  getParentRoute,
  path: '/sign-in/github',
  component: page(
    () => import('../features/sign-in/GithubReturnPage.tsx'),
    'GithubReturnPage',
    noProps,
  ),
})

const mfaRoute = createRoute({
  getParentRoute,
  path: '/sign-in-mfa',
  component: page(() => import('../features/sign-in/MfaPage.tsx'), 'MfaPage', noProps),
})

const recoveryCodeRoute = createRoute({
  getParentRoute,
  path: '/sign-in-recovery-code',
  component: page(
    () => import('../features/sign-in/RecoveryCodePage.tsx'),
    'RecoveryCodePage',
    noProps,
  ),
})

const ssoRoute = createRoute({
  getParentRoute,
  path: '/sign-in-sso',
  component: switchable(
    'dashboard_auth:sign_in_with_sso',
    'Single sign-on',
    page(() => import('../features/sign-in/SsoSignInPage.tsx'), 'SsoSignInPage', noProps),
  ),
})

const ssoReturnRoute = createRoute({
  getParentRoute,
  path: '/sign-in-sso/return',
  component: page(() => import('../features/sign-in/SsoReturnPage.tsx'), 'SsoReturnPage', noProps),
})

const signUpRoute = createRoute({
  getParentRoute,
  path: '/sign-up',
  component: switchable(
    'dashboard_auth:sign_up',
    'Sign-up',
    page(() => import('../features/sign-in/SignUpPage.tsx'), 'SignUpPage', noProps),
  ),
})

const forgotPasswordRoute = createRoute({
  getParentRoute,
  path: '/forgot-password',
  component: page(
    () => import('../features/sign-in/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
    noProps,
  ),
})

const tokenSearch = (raw: RawSearch) => ({ token: textOf(raw, 'token') })
type Token = ReturnType<typeof tokenSearch>

const resetPasswordRoute = createRoute({
  getParentRoute,
  path: '/reset-password',
  validateSearch: tokenSearch,
  component: page(
    () => import('../features/sign-in/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
    (_, search: Token) => search,
  ),
})

const verifyEmailRoute = createRoute({
  getParentRoute,
  path: '/verify-email',
  validateSearch: tokenSearch,
  component: page(
    () => import('../features/sign-in/VerifyEmailPage.tsx'),
    'VerifyEmailPage',
    (_, search: Token) => search,
  ),
})

const joinSearch = (raw: RawSearch) => ({ token: textOf(raw, 'token'), slug: textOf(raw, 'slug') })

/** SPEC.md section 2: nothing is checked on the way here, and nobody need be signed in. */
const joinRoute = createRoute({
  getParentRoute,
  path: '/join',
  validateSearch: joinSearch,
  component: page(
    () => import('../features/join/JoinPage.tsx'),
    'JoinPage',
    (_, search: ReturnType<typeof joinSearch>) => search,
  ),
})

const confirmEmailRoute = createRoute({
  getParentRoute,
  path: '/confirm-email',
  validateSearch: tokenSearch,
  component: page(
    () => import('../features/sign-in/ConfirmEmailPage.tsx'),
    'ConfirmEmailPage',
    (_, search: Token) => search,
  ),
})

const logoutRoute = createRoute({
  getParentRoute,
  path: '/logout',
  component: page(() => import('../features/sign-in/LogoutPage.tsx'), 'LogoutPage', noProps),
})

const pricingRoute = createRoute({
  getParentRoute,
  path: '/pricing',
  component: switchable(
    'billing:all',
    'Billing',
    page(() => import('../features/pricing/PricingPage.tsx'), 'PricingPage', noProps),
  ),
})

const outboxRoute = createRoute({
  getParentRoute,
  path: '/outbox',
  component: page(() => import('../features/outbox/OutboxPage.tsx'), 'OutboxPage', noProps),
})

const contactRoute = createRoute({
  getParentRoute,
  path: '/contact/enterprise',
  component: page(() => import('../features/contact/ContactPage.tsx'), 'ContactPage', noProps),
})

const designRoute = createRoute({
  getParentRoute,
  path: '/design',
  component: page(() => import('../features/design/DesignPage.tsx'), 'DesignPage', noProps),
})

/** What can be opened without a session. */
export function publicRoutes({ capabilities, development }: Install) {
  return [
    signInRoute,
    logoutRoute,
    ...(capabilities.includes('accounts')
      ? [
          signUpRoute,
          mfaRoute,
          recoveryCodeRoute,
          ssoRoute,
          ssoReturnRoute,
          forgotPasswordRoute,
          resetPasswordRoute,
          verifyEmailRoute,
          confirmEmailRoute,
        ]
      : []),
    ...(capabilities.includes('github-sign-in') ? [githubReturnRoute] : []),
    ...(capabilities.includes('organizations') ? [joinRoute] : []),
    ...(capabilities.includes('billing') ? [pricingRoute, contactRoute] : []),
    ...(capabilities.includes('outbox') ? [outboxRoute] : []),
    ...(development ? [designRoute] : []),
  ]
}
