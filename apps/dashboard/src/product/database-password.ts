const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * A random password of 20 letters and digits. Characters that need percent-encoding in a connection
 * string, or are ambiguous, are left out.
 */
export function generatePassword(length = 20): string {
  // Values above the last full multiple would favour the first letters; they are drawn again.
  const limit = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    for (const value of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (value < limit && password.length < length) password += alphabet[value % alphabet.length]
    }
  }
  return password
}

/**
 * Whether a connection string must percent-encode the password: it may contain the letters, digits
 * and marks that RFC 3986 allows in the user information of a URI. A colon is among them, because
 * only the first one ends the user's name.
 */
export const needsEncoding = (password: string): boolean =>
  !/^[\w\-.~!$&'()*+,;=:]*$/u.test(password)
