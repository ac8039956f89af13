import { paths } from '../../lib/paths.ts'
import { type Area, page } from '../../lib/routes/area.ts'
import { path } from '../../lib/routes/path.ts'
import { forgotPassword, signInMfa, signInRecoveryCode, signInSso } from './paths.ts'

const withAccounts = { guard: 'public', needs: 'accounts' } as const

export const signIn: Area = {
  pages: [
    page(paths.signIn, {
      guard: 'public',
      load: () => import('./SignInPage.tsx'),
    }),
    page(paths.logout, {
      guard: 'public',
      load: () => import('./LogoutPage.tsx'),
    }),
    page(paths.signUp, {
      ...withAccounts,
      feature: { key: 'dashboard_auth:sign_up', name: 'Sign-up' },
      load: () => import('./SignUpPage.tsx'),
    }),
    page(signInMfa, {
      ...withAccounts,
      load: () => import('./MfaPage.tsx'),
    }),
    page(signInRecoveryCode, {
      ...withAccounts,
      load: () => import('./RecoveryCodePage.tsx'),
    }),
    page(signInSso, {
      ...withAccounts,
      feature: { key: 'dashboard_auth:sign_in_with_sso', name: 'Single sign-on' },
      load: () => import('./SsoSignInPage.tsx'),
    }),
    page(path('/sign-in-sso/return'), {
      ...withAccounts,
      load: () => import('./SsoReturnPage.tsx'),
    }),
    page(path('/sign-in/github'), {
      guard: 'public',
      needs: 'github-sign-in',
      load: () => import('./GithubReturnPage.tsx'),
    }),
    page(forgotPassword, {
      ...withAccounts,
      load: () => import('./ForgotPasswordPage.tsx'),
    }),
    page(path('/reset-password'), {
      ...withAccounts,
      load: () => import('./ResetPasswordPage.tsx'),
    }),
    page(path('/verify-email'), {
      ...withAccounts,
      load: () => import('./VerifyEmailPage.tsx'),
    }),
    page(path('/confirm-email'), {
      ...withAccounts,
      load: () => import('./ConfirmEmailPage.tsx'),
    }),
  ],
}
