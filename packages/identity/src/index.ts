export { createMailToken } from './mail-tokens.ts'
export {
  type OpenId,
  type OpenIdClient,
  openIdConnect,
  OpenIdError,
  type ProviderFacts,
} from './openid-connect.ts'
export {
  internet,
  type OutboundNetwork,
  OutboundError,
  privateAddress,
} from './outbound-network.ts'
export {
  creationOptions,
  getChallenge,
  getRelyingParty,
  type RelyingParty,
  requestOptions,
  verifyNewPasskey,
  verifyUsedPasskey,
} from './passkeys.ts'
export { passwordHashes, type PasswordHashes } from './password-hash.ts'
export { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
export { hashToken, isSameSecret, newToken } from './tokens.ts'
export { newTotpSecret, stepOfCode, totpUri } from './totp.ts'
