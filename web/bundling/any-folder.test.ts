import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')

test('build: works in a folder whose path has spaces and accents', {
  tags: ['deep'],
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'torniquete Ana Pérez-'))
  try {
    for (const part of ['package.json', 'LICENSE', 'tsconfig.base.json', 'contract', 'web', 'docs/ayuda'])
      cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    const parameters = [vite, 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error']
    await promisify(execFile)(process.execPath, parameters, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    expect(readdirSync(join(folder, 'build/web'))).toContain('index.html')
    const notice = (name: string) => readFileSync(join(folder, 'build/web/licenses', name), 'utf8')
    expect(notice('packages.md')).toMatch(/^## @mantine\/core - .+\n## react - .+Copyright \(c\) Meta/ms)
    expect(notice('icons.txt')).toMatch(
      /^Tabler Icons .+\n\n.*MIT License\n\nCopyright \(c\) Paweł Kuna\n\nPermission is hereby granted/,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
