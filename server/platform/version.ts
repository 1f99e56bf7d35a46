import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './db/repository-root.ts'

const manifest: { version: string } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
export const version = manifest.version
