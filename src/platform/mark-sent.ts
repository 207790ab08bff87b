import type { Dispatcher } from 'undici';

/**
 * An undici interceptor that asks back when a request begins to go out on a connection; where the answer is no, it does
 * not go. Error codes do not tell: the same code stands for a connection that was closed before a request and after it.
 */
export function markSent(mayGo: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, watched(handler, mayGo));
}

function watched(handler: Dispatcher.DispatchHandler, mayGo: () => boolean): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      if (mayGo()) handler.onRequestStart?.(controller, context);
      else controller.abort(new Error('its time to be sent is over'));
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
