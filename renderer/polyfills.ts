// Functions that the libraries of this window call and Chromium 83 lacks. This is the first import of the entry file:
// without it the window stays blank there. The bundler lowers syntax, never library calls.
import 'core-js/modules/es.array.at';
import 'core-js/modules/es.array.find-last';
import 'core-js/modules/es.array.find-last-index';
import 'core-js/modules/es.array.to-reversed';
import 'core-js/modules/es.array.to-sorted';
import 'core-js/modules/es.array.to-spliced';
import 'core-js/modules/es.array.with';
import 'core-js/modules/es.string.at-alternative';
import 'core-js/modules/es.string.replace-all';
import 'core-js/modules/es.object.has-own';
import 'core-js/modules/es.object.group-by';
import 'core-js/modules/es.map.group-by';
import 'core-js/modules/es.promise.any';
import 'core-js/modules/es.promise.with-resolvers';
import 'core-js/modules/es.aggregate-error';
import 'core-js/modules/es.error.cause';
import 'core-js/modules/web.structured-clone';

/** Holds its target for good: Chromium 83 has no weak references, and what is held here is small. */
class StrongRef<T extends object> {
  readonly #target: T;

  constructor(target: T) {
    this.#target = target;
  }

  deref(): T {
    return this.#target;
  }
}

/** Never calls back: nothing here depends on being told that something was collected. */
class IdleRegistry {
  register(): undefined {
    return undefined;
  }

  unregister(): boolean {
    return false;
  }
}

function define(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

define(globalThis, 'WeakRef', StrongRef);
define(globalThis, 'FinalizationRegistry', IdleRegistry);
define(Element.prototype, 'replaceChildren', function (this: Element, ...nodes: (Node | string)[]) {
  this.textContent = '';
  this.append(...nodes);
});
define(Element.prototype, 'checkVisibility', function (this: Element) {
  return this.isConnected && this.getClientRects().length > 0;
});
define(Element.prototype, 'getAnimations', () => []);
