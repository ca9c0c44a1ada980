import { Link } from '@tanstack/react-router'
import { pictures } from 'virtual:guide-text'

import type { GuideBlock, GuideInline } from './guide.ts'

const TEXT = 'max-w-prose wrap-anywhere'

/** Shows the text and the pictures of a section. */
export function GuideBlocks({ blocks }: { blocks: readonly GuideBlock[] }) {
  return blocks.map((block, index) => <Block key={index} block={block} />)
}

function Block({ block }: { block: GuideBlock }) {
  if (block.kind === 'picture') return <Picture {...block} />
  if (block.kind === 'paragraph')
    return (
      <p className={TEXT}>
        <Line line={block.line} />
      </p>
    )
  const [List, look] = block.isOrdered ? (['ol', 'list-decimal'] as const) : (['ul', 'list-disc'] as const)
  return (
    <List className={`${TEXT} ${look} grid gap-1.5 pl-6 marker:text-muted-foreground`}>
      {block.items.map((line, index) => (
        <li key={index}>
          <Line line={line} />
        </li>
      ))}
    </List>
  )
}

function Line({ line }: { line: readonly GuideInline[] }) {
  return line.map((part, index) => {
    if (typeof part === 'string') return part
    if ('strong' in part) return <strong key={index}>{part.strong}</strong>
    return (
      <Link
        key={index}
        to="/feedbacks/$id"
        params={{ id: part.topic }}
        className="text-primary underline underline-offset-4 hover:text-primary-hover"
      >
        {part.text}
      </Link>
    )
  })
}

/**
 * Shows a picture at half of its pixels, so that it is sharp on a phone too; its size is known before it is loaded. A
 * press opens it alone, where a phone can enlarge it.
 */
function Picture({ name, alt }: { name: string; alt: string }) {
  const picture = pictures[name]
  if (picture === undefined) return null
  const { src, width, height } = picture
  return (
    <a href={src} target="_blank" rel="noopener" className="my-1 justify-self-start rounded-md">
      <img
        src={src}
        alt={alt}
        width={width / 2}
        height={height / 2}
        loading="lazy"
        decoding="async"
        className="h-auto max-w-full rounded-md border border-border print:break-inside-avoid"
      />
    </a>
  )
}
