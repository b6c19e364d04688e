import { type ComponentProps, Suspense, use, useEffect, useRef } from 'react';
import { MessagesContext } from '../messages/messages-context.ts';
import { lazyPage } from '../site/lazy-page.tsx';
import { SiteContext } from '../site/site-context.ts';
import type { ListWords } from './list-words.tsx';

type Props = ComponentProps<typeof ListWords>;

const load = () => import('./list-words.tsx');
const words = lazyPage<Props>(async () => ({ default: (await load()).ListWords }));

/**
 * A waiting list, far below what most people read: the page's HTML has its form, which the browser sends by itself, and its code is
 * fetched when somebody sees it. A root of its own takes the HTML over: in that of the page, whatever changes above would make React
 * take away what it has no code for yet, with what was typed there.
 */
export function ListSection({ list, className }: Props & { className: string }) {
  const id = `${list}-list`;
  const place = useRef<HTMLElement>(null);
  const contexts = [use(MessagesContext), use(SiteContext)] as const;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    const section = place.current!;
    let leave: (() => void) | undefined;
    let isHere = true;
    const sight = new IntersectionObserver(async ([change]) => {
      if (!change!.isIntersecting) return;
      // Without it, what the server has written stays as it is; the next sight of it asks again.
      const loaded = await load().catch(() => null);
      if (!loaded || !isHere || leave) return;
      sight.disconnect();
      leave = loaded.takeOver(section, list, ...contexts);
    });
    sight.observe(section);
    return () => {
      isHere = false;
      sight.disconnect();
      leave?.();
    };
  }, []);
  return (
    // React leaves alone what the server has written there.
    <section className={className} id={id} aria-labelledby={`${id}-title`} ref={place} suppressHydrationWarning>
      {typeof document === 'undefined' ? (
        <Suspense>
          <words.Page list={list} />
        </Suspense>
      ) : (
        ''
      )}
    </section>
  );
}
