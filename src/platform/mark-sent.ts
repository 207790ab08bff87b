import type { Dispatcher } from 'undici';

/**
 * An undici interceptor that calls back when a request begins to go out on a connection. Error codes do not tell: the
 * same code stands for a connection that was closed before a request and after it.
 */
export function markSent(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, watched(handler, onSent));
}

function watched(handler: Dispatcher.DispatchHandler, onSent: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      onSent();
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart(controller, status, headers, message) {
      handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData(controller, chunk) {
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd(controller, trailers) {
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      handler.onResponseError?.(controller, error);
    },
  };
}
