import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { Content } from '../../kit/api/schema.gen'
import classes from './content-form.module.css'

type Props = { code: string; shape: Content['embed_classes'] }

/** EmbedPreview shows embed code as it will be, in a frame that is kept apart from the console: never allow-same-origin. */
export function EmbedPreview({ code, shape }: Props) {
  const [settled] = useDebouncedValue(code.trim(), 600)
  if (!settled) return null
  return (
    <div>
      <p className={classes.previewHead}>Preview</p>
      <Frame key={`${shape} ${settled}`} code={settled} shape={shape} />
    </div>
  )
}

/** Frame is loaded anew for each code: nothing of the last one goes on in it. */
function Frame({ code, shape }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const hand = ({ source, data }: MessageEvent) => {
      const inside = frame.current?.contentWindow
      // The page in the frame has no origin to name. It gets only what was typed here.
      if (inside && source === inside && data === 'ready') inside.postMessage({ code, fill: shape !== '' }, '*')
    }
    addEventListener('message', hand)
    return () => removeEventListener('message', hand)
  }, [code, shape])
  return (
    <iframe
      ref={frame}
      className={classes.preview}
      data-shape={shape}
      title="Embed code preview"
      sandbox="allow-scripts allow-popups allow-presentation"
      src="/embed-preview"
    />
  )
}
