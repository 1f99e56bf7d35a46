import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Block, Inline } from '../../features/help/blocks.ts'
import { helpPath, screenAt, seesScreen } from '../../navigation/screens.ts'
import { useSignedIn } from '../../session/session.tsx'
import classes from './help.module.css'

interface HelpBlocksProps {
  blocks: readonly Block[]
  pictures: Record<string, string>
}

// Pages are static, so indexes serve as keys.
export function HelpBlocks({ blocks, pictures }: HelpBlocksProps) {
  return blocks.map((block, at) => <Piece key={String(at)} block={block} pictures={pictures} />)
}

function Piece({ block, pictures }: { block: Block; pictures: Record<string, string> }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2>
          <Words text={block.text} />
        </h2>
      )
    case 'text':
      return (
        <p>
          <Words text={block.text} />
        </p>
      )
    case 'code':
      return <pre>{block.text}</pre>
    case 'picture':
      return <img src={pictures[block.src]} alt={block.alt} loading="lazy" className={classes.picture} />
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, at) => (
            <li key={String(at)}>
              <HelpBlocks blocks={item} pictures={pictures} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell, at) => (
                <th key={String(at)} scope="col">
                  <Words text={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={String(at)}>
                {row.map((cell, place) => (
                  <td key={String(place)}>
                    <Words text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}

const Words = ({ text }: { text: readonly Inline[] }) =>
  text.map((part, at) => (
    <Fragment key={String(at)}>
      <Word part={part} />
    </Fragment>
  ))

function Word({ part }: { part: Inline }) {
  if (typeof part === 'string') return part
  if ('b' in part)
    return (
      <strong>
        <Words text={part.b} />
      </strong>
    )
  if ('i' in part)
    return (
      <em>
        <Words text={part.i} />
      </em>
    )
  if ('code' in part) return <code>{part.code}</code>
  return <Way {...part} />
}

/** A user without access reads the name without a link. */
function Way({ to, text }: { to: string; text: Inline[] }) {
  const { role } = useSignedIn()
  const words = <Words text={text} />
  if (to.endsWith('.md'))
    return (
      <Anchor
        inherit
        renderRoot={(props) => <Link to={helpPath(role)} search={{ page: to.slice(0, -3) }} {...props} />}
      >
        {words}
      </Anchor>
    )
  const [path = '', query] = to.split('?')
  const screen = screenAt(path)
  if (!screen || !seesScreen(role, screen)) return words
  // Addresses of our own pages, checked by a test.
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to={path as '/settings'} search={Object.fromEntries(new URLSearchParams(query)) as never} {...props} />
      )}
    >
      {words}
    </Anchor>
  )
}
