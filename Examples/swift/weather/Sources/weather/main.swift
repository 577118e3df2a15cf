// Plays the models against a web server: weather http://127.0.0.1:8080/
import Combine
import Foundation
import WeatherModel

guard let server = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else {
  print("usage: weather URL")
  exit(2)
}

Task { @MainActor in
  await Play(server: server).run()
  exit(0)
}
RunLoop.main.run()
