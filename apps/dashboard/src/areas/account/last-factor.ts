/** Said before the only second factor of an account is removed. */
export const lastFactorWarning =
  'It is your only second factor: without it, your recovery codes end, every other session ends, and organizations that require multi-factor authentication are closed to you.'
