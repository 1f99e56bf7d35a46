import '@mantine/core/styles/Typography.layer.css'
import { Anchor, Group, Stack, Typography } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { MouseEvent } from 'react'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconPrinter } from '../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { canSeeScreen, findScreenByAddress, getHelpPath } from '../../navigation/screens.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import classes from './help.module.css'

/** Shows the list of help pages, or the page named in the URL. The texts are in docs/ayuda. */
export function HelpPage() {
  const { page: name } = useSearch({ strict: false })
  const page = typeof name === 'string' ? name : undefined
  const { role } = useSignedInUser()
  const read = useQuery({
    queryKey: ['help', page ?? null],
    queryFn: () => fetchHelp(page),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known = read.data
  const list = getHelpPath(role)
  const { history } = useRouter()
  /** Follows a link within the application, without reloading; with Ctrl the browser opens a tab. */
  const followLink = (event: MouseEvent) => {
    const address = event.target instanceof Element && event.target.closest('a')?.getAttribute('href')
    if (!address || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.push(address)
  }
  return (
    <>
      <PageHeader title={known?.found?.page.title ?? 'Ayuda'} />
      {!known && <SpinnerOrLoadError queries={[read]} />}
      {known && page && (
        <Group component="nav" aria-label="Ayuda" justify="space-between" gap="sm" maw="46rem" mb="0.5rem">
          <Anchor renderRoot={(props) => <Link to={list} search={{}} {...props} />}>Toda la ayuda</Anchor>
          {known.found && (
            <ButtonWithIcon variant="default" size="xs" Icon={IconPrinter} iconSize={16} onClick={() => window.print()}>
              Imprimir
            </ButtonWithIcon>
          )}
        </Group>
      )}
      {known?.found && (
        <article className={classes.page}>
          <Typography
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the build made the text from docs/ayuda.
            dangerouslySetInnerHTML={{ __html: adaptLinks(known.found.page.html, role) }}
            onClick={followLink}
          />
        </article>
      )}
      {known && page && !known.found && <EmptyState text="Esa página de la ayuda no existe" />}
      {known && !page && (
        <Stack component="ul" gap="sm" pl="1.25rem" style={{ listStyle: 'revert' }}>
          {known.entries.map(({ slug, title }) => (
            <li key={slug}>
              <Anchor fw={600} renderRoot={(props) => <Link to={list} search={{ page: slug }} {...props} />}>
                {title}
              </Anchor>
            </li>
          ))}
        </Stack>
      )}
    </>
  )
}

async function fetchHelp(page: string | undefined) {
  const { entries, loads } = await import('virtual:help')
  // Object.hasOwn excludes inherited names such as 'constructor'.
  const load = page !== undefined && Object.hasOwn(loads, page) ? loads[page] : undefined
  return { entries, found: (await load?.()) ?? null }
}

/** Adapts links of a help page to the user's role. A link to a screen that the role cannot open becomes plain text. */
function adaptLinks(html: string, role: RoleName): string {
  return html.replace(/<a href="(.*?)">(.*?)<\/a>/g, (link, target: string, text: string) => {
    if (target.endsWith('.md')) return `<a href="${getHelpPath(role)}?page=${target.slice(0, -3)}">${text}</a>`
    const screen = findScreenByAddress(target.split('?')[0] ?? '')
    return screen && canSeeScreen(role, screen) ? link : text
  })
}
