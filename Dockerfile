# Host games: docker build -t croupier . && docker run --rm -it -p 8642:8642 -v games:/games croupier trio --seat 2=you
FROM python:3.13-slim
COPY . /source
RUN pip install --no-cache-dir "/source[web]" && rm -rf /source \
    && useradd --create-home --uid 1000 croupier && install -d -o croupier /games
USER 1000
ENV CROUPIER_GAMES=/games
VOLUME /games
EXPOSE 8642
ENTRYPOINT ["croupier", "table", "--host", "0.0.0.0", "--port", "8642", "--no-open"]
