const unverified = 'Error sending confirmation mail'
const contact = 'support@basalt.dev'

/** SPEC.md section 8, "Unverified source-host user"; other errors show their own message. */
export const githubErrorText = ({ message }: Error): string =>
  message === unverified
    ? `Please verify your email on GitHub first, then reach out to us at ${contact} to log into the dashboard`
    : message
