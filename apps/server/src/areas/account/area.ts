import { getRelyingParty, openIdConnect } from '@basalt/identity'

import type { Endpoint } from '../../http/route.ts'
import { type Area, everyHour } from '../../install/area.ts'
import type { InstallServices } from '../../install/install-services.ts'
import { deleteExpiredSessions } from '../../store/sessions.ts'
import { accessFeature } from './access.ts'
import { adminSignInFeature } from './admin-sign-in.ts'
import { confirmationFeature } from './confirmation.ts'
import { consentFeature } from './consent.ts'
import { deletionFeature } from './deletion.ts'
import { emailFeature } from './email.ts'
import { githubFeature } from './github.ts'
import { passkeyFeature } from './passkeys.ts'
import { passwordFeature } from './password.ts'
import { previewFeature } from './previews.ts'
import { profileFeature } from './profile.ts'
import { createProofs } from './proofs.ts'
import { recoveryFeature } from './recovery.ts'
import { secondFactorFeature } from './second-factors.ts'
import { secondStepFeature } from './second-step.ts'
import { sessionListFeature } from './session-list.ts'
import { signInFeature } from './sign-in.ts'
import { ssoFeature } from './sso.ts'
import { accountMigrations } from './system-migrations.ts'
import { telemetryFeature } from './telemetry.ts'

export const accountArea: Area = {
  name: 'account',
  migrations: accountMigrations,
  endpoints: (services) => [
    ...listSignIns(services),
    ...listProofs(services),
    ...profileFeature(services),
    ...accessFeature(services),
    ...emailFeature(services),
    ...deletionFeature(services),
    ...telemetryFeature(services),
    ...consentFeature(services),
    ...previewFeature(services),
  ],
  jobs: ({ store }) => [
    { name: 'expired-sessions', pattern: everyHour, run: () => deleteExpiredSessions(store) },
  ],
  schedules: ({ destination }) =>
    destination === null
      ? []
      : [{ name: 'telemetry', pattern: '*/10 * * * * *', run: () => destination.flush() }],
  flush: async ({ destination }) => destination?.flush(),
}

/** The ways to begin a session. */
function listSignIns(services: InstallServices): Endpoint[] {
  const { github, outside } = services
  const accounts = withVerification(services)
  return [
    ...signInFeature(accounts),
    ...recoveryFeature(accounts),
    ...adminSignInFeature(services),
    ...(github === null ? [] : githubFeature({ ...services, provider: github })),
    ...ssoFeature({ ...services, openId: openIdConnect(outside) }),
  ]
}

/** Features that ask for a proof of identity; they count failed proofs together. */
function listProofs(services: InstallServices): Endpoint[] {
  const { vault, publicUrl } = services
  const proofs = createProofs({ vault, party: getRelyingParty(publicUrl, 'Basalt') })
  const proving = { ...withVerification(services), proofs }
  return [
    ...secondStepFeature(proving),
    ...confirmationFeature(proving),
    ...secondFactorFeature(proving),
    ...passkeyFeature(proving),
    ...passwordFeature(proving),
    ...sessionListFeature(proving),
  ]
}

const withVerification = (services: InstallServices) => ({
  ...services,
  verifiesEmail: services.capabilities.includes('email-verification'),
})
