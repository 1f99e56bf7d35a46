// Refuses passwords that are guessed first: the most common of eight or more characters (ranked by zxcvbn-ts, MIT
// licensed, plus Spanish ones), the username, and the gym's name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Rejected } from '@torniquete/contract/shared/errors.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import { repositoryRoot } from './repository-root.ts'

const commonPasswordsFile = 'server/platform/db/common-passwords.txt'

const withoutBlanks = (text: string): string => foldName(text).replaceAll(/\s/g, '')

let common: Set<string> | undefined

function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(join(repositoryRoot, commonPasswordsFile), 'utf8').split('\n').map(foldName))
  return common.has(withoutBlanks(password))
}

/** `names` of the user and the gym. @throws Rejected at the field `password` */
export function requireStrongPassword(password: string, names: readonly (string | null | undefined)[]): void {
  const isName = names.some((name) => name && withoutBlanks(name) === withoutBlanks(password))
  const msg = isName
    ? 'No puede ser el nombre de usuario ni el del gimnasio'
    : isCommonPassword(password)
      ? 'Es de las contraseñas más usadas: elige otra'
      : null
  if (msg) throw new Rejected([{ type: 'value', msg, loc: ['body', 'password'] }])
}
