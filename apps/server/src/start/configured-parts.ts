import { join } from 'node:path'

import { internet, passwordHashes } from '@basalt/identity'

import { githubProvider } from '../areas/account/github-provider.ts'
import { openAiCompatibleModel } from '../areas/assistant/model/openai-compatible-model.ts'
import { operatorPayments } from '../areas/billing/payments/operator-payments.ts'
import { stripePayments } from '../areas/billing/payments/stripe-payments.ts'
import { testimonialsFile } from '../areas/support/testimonials.ts'
import { outboxMailer, smtpMailer } from '../mail/mailer.ts'
import { systemClock } from '../process/clock.ts'
import { forwardedErrorReports, loggedErrorReports } from '../process/error-reports.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'
import type { StartContext } from './start-context.ts'

/** The parts of an install that the configuration decides, in every mode. */
export const configuredParts = ({ config, files, logger }: StartContext, store: Store) => ({
  mailer: chooseMailer(config, store),
  github: chooseGithub(config),
  model: config.model === null ? null : openAiCompatibleModel(config.model),
  payments:
    config.stripe === null
      ? operatorPayments()
      : stripePayments({ ...config.stripe, clock: systemClock }),
  errorReports:
    config.errorReportUrl === null
      ? loggedErrorReports(logger)
      : forwardedErrorReports({ url: config.errorReportUrl, log: logger }),
  outside: internet({
    allowsLoopback: config.development,
    allowedNetworks: config.allowedNetworks,
    closedPorts: [config.port],
  }),
  passwords: passwordHashes(),
  clock: systemClock,
  disabledFeatures: config.disabledFeatures,
  adminPassword: config.adminPassword,
  publicUrl: config.publicUrl,
  trustedProxies: config.trustedProxies,
  supportEmail: config.supportEmail,
  telemetryUrl: config.telemetryUrl,
  discussionsUrl: config.discussionsUrl,
  dataDir: config.dataDir,
  testimonialsFile: join(config.dataDir, testimonialsFile),
  development: config.development,
  version: files.version,
  dashboardDirectory: files.dashboardDirectory,
  guidesDirectory: files.guidesDirectory,
})

function chooseMailer({ smtpUrl, publicUrl }: Config, store: Store) {
  if (smtpUrl === null) return outboxMailer(store)
  return smtpMailer(smtpUrl, `Basalt <no-reply@${new URL(publicUrl).hostname}>`)
}

const chooseGithub = ({ github }: Config) =>
  github === null
    ? null
    : githubProvider({
        ...github,
        webUrl: 'https://github.com',
        apiUrl: 'https://api.github.com',
      })
