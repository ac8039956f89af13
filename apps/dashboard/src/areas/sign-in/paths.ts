import { path, search } from '../../lib/routes/path.ts'

export const signInMfa = path('/sign-in-mfa', (returnTo?: string) => search({ returnTo }))
export const signInRecoveryCode = path('/sign-in-recovery-code', (returnTo?: string) =>
  search({ returnTo }),
)
export const signInSso = path('/sign-in-sso', (returnTo?: string) => search({ returnTo }))
export const forgotPassword = path('/forgot-password', (returnTo?: string) => search({ returnTo }))
