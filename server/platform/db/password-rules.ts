// Refuses passwords that attackers try first: the most common ones of eight or more characters (from zxcvbn-ts, MIT
// licensed, plus Spanish ones), the username, and the gym's name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { repositoryRoot } from './repository-root.ts'

const withoutBlanks = (text: string): string => foldCaseAndAccents(text).replaceAll(/\s/g, '')

let common: Set<string> | undefined

/** `names` are those of the user and the gym. @throws Rejected at the field `password` */
export function requireStrongPassword(password: string, names: readonly (string | null | undefined)[]): void {
  const refuse = (msg: string) => new RejectedFieldsError([{ type: 'value', msg, loc: ['body', 'password'] }])
  const plain = withoutBlanks(password)
  if (names.some((name) => name && withoutBlanks(name) === plain))
    throw refuse('No puede ser el nombre de usuario ni el del gimnasio')
  const file = join(repositoryRoot, 'server/platform/db/common-passwords.txt')
  common ??= new Set(readFileSync(file, 'utf8').split('\n').map(foldCaseAndAccents))
  if (common.has(plain)) throw refuse('Es de las contraseñas más usadas: elige otra')
}
