/** Shown before the only second factor of an account is removed. */
export const lastFactorWarning =
  'It is your only second factor. Removing it deletes your recovery codes, ends all other sessions and blocks your access to organizations that require multi-factor authentication.'
