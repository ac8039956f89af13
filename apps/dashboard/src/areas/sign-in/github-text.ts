const unverified = 'Error sending confirmation mail'

/** SPEC.md section 8, "Unverified source-host user"; other errors show their own message. */
export const githubErrorText = ({ message }: Error, supportEmail: string): string =>
  message === unverified
    ? `Please verify your email on GitHub first, then reach out to us at ${supportEmail} to log into the dashboard`
    : message
